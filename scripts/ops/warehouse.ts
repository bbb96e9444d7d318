import { randomUUID } from 'node:crypto';
import {
  cancelFulfillment,
  clientFulfillment,
  labelFulfillment,
  type OperatorFulfillmentDetail,
  operatorFulfillments,
  prepareFulfillment,
} from '#shared/ops/fulfillment.ts';
import { clientStock, MAX_RECEIPTS, type ReceiptResult, recordReceipts } from '#shared/ops/stock.ts';
import { command } from './command.ts';
import { CLIENT, OF_CLIENT, PAGED } from './options.ts';
import { card, pageLine, table } from './show.ts';

const order = { to: 'params.id', value: 'PEDIDO', help: 'Su número, que el cliente lee como referencia' };

const units = (name: string, value: string, help: string) => ({ to: `body.receipts.0.${name}`, value, help });

const received = ({ results }: { results: ReceiptResult[] }) =>
  results.map(({ receipt_id, result, reason }) => [receipt_id, result, reason].filter(Boolean).join(': ')).join('\n');

const someRefused = ({ results }: { results: ReceiptResult[] }) => results.some(({ result }) => result === 'refused');

const shownOrder = ({ results }: { results: OperatorFulfillmentDetail }) =>
  [
    card({
      Pedido: results.id,
      Cliente: results.client_id,
      Orden: results.order_id,
      Seguimiento: results.tracking_id,
      Estado: results.status,
      Motivo: results.reason,
      Etiquetas: results.labels.join(', '),
      Destinatario: results.receiver.receiver_name,
    }),
    table(
      results.shipments.flatMap(({ shipment_id, state, items, lots }) =>
        items.map((item) => ({ shipment_id, state, ...item, lots: lots.filter(({ sku }) => isSame(sku, item.sku)) })),
      ),
      {
        ENVÍO: (one) => one.shipment_id,
        ESTADO: (one) => one.state,
        SKU: (one) => one.sku,
        DESCRIPCIÓN: (one) => one.description,
        PEDIDO: (one) => one.requested,
        PREPARADO: (one) => one.prepared,
        LOTES: (one) => one.lots.map(({ lot, units }) => `${lot}: ${units}`).join(', '),
      },
    ),
  ].join('\n\n');

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const day = (text: string | null) => text?.split('-').reverse().join('/');

/** Stock and fulfillment orders: what the provider's warehouse does. */
export const warehouseCommands = [
  command({
    name: 'stock',
    help: 'Lotes de un cliente en el depósito, por SKU y vencimiento',
    call: clientStock,
    words: [CLIENT],
    options: { sku: { to: 'query.filter.sku', value: 'SKU', help: 'Sólo los de un SKU' }, ...PAGED },
    show: ({ results, pagination }) =>
      table(results, {
        SKU: (one) => one.sku,
        DESCRIPCIÓN: (one) => one.description,
        LOTE: (one) => one.lot,
        VENCE: (one) => day(one.expiry),
        CRÍTICO_DESDE: (one) => day(one.criticality),
        UNIDADES: (one) => one.units,
        RESERVADAS: (one) => one.reserved,
      }) + pageLine(pagination),
  }),
  command({
    name: 'ingreso',
    help: 'Unidades de un lote que entran al depósito; negativas, las que salen sin pedido',
    call: recordReceipts,
    words: [CLIENT],
    options: {
      sku: units('sku', 'SKU', 'Como está en el catálogo del cliente'),
      lote: units('lot', 'LOTE', 'Su código'),
      unidades: units('units', 'N', 'Las que entran, o con signo menos las que salen'),
      descripcion: units('description', 'TEXTO', 'Lo que el cliente lee; sin ella queda la anterior'),
      vence: units('expiry', 'AAAA-MM-DD', 'Último día bueno'),
      critico: units('criticality', 'AAAA-MM-DD', 'Último día antes de ser crítico'),
      id: units('receipt_id', 'ID', 'El del ingreso: repetido no cuenta dos veces'),
    },
    defaults: () => ({ 'body.receipts.0.receipt_id': randomUUID() }),
    show: received,
    failed: someRefused,
  }),
  command({
    name: 'ingresos',
    help: 'Ingresos de un archivo',
    call: recordReceipts,
    words: [
      CLIENT,
      { to: 'body', value: 'ARCHIVO.json', help: '{"receipts": […]}, o sólo la lista', file: receiptsIn },
    ],
    portions: { list: 'receipts', most: MAX_RECEIPTS },
    show: received,
    failed: someRefused,
  }),
  command({
    name: 'pedidos',
    help: 'Pedidos de Fulfillment de todos los clientes, primero los que más esperan',
    call: operatorFulfillments,
    options: {
      cliente: OF_CLIENT,
      estado: { to: 'query.filter.status', value: 'ESTADO', help: 'Registrado si no se dice; Preparado o Cancelado' },
      ...PAGED,
    },
    show: ({ results, pagination }) =>
      table(results, {
        CLIENTE: (one) => one.client_id,
        PEDIDO: (one) => one.id,
        ORDEN: (one) => one.order_id,
        SEGUIMIENTO: (one) => one.tracking_id,
        MODO: (one) => one.delivery_mode,
        ESTADO: (one) => one.status,
        CREADO: (one) => one.created_at,
        DESDE: (one) => one.status_at,
      }) + pageLine(pagination),
  }),
  command({
    name: 'pedido',
    help: 'Un pedido de Fulfillment: qué se prepara, de qué lotes y para quién',
    call: clientFulfillment,
    words: [CLIENT, order],
    show: shownOrder,
  }),
  command({
    name: 'preparar',
    help: 'Da por preparado un pedido entero, o de un SKU las unidades que van en total',
    call: prepareFulfillment,
    words: [CLIENT, order],
    options: {
      sku: { to: 'body.items.0.sku', value: 'SKU', help: 'Con --unidades, sólo de éste' },
      unidades: { to: 'body.items.0.quantity', value: 'N', help: 'Preparadas en total' },
      cerrar: { to: 'body.close', on: '1', help: 'Lo que falta no se prepara: su stock queda libre' },
    },
    show: shownOrder,
  }),
  command({
    name: 'etiquetar',
    help: 'Los envíos de un pedido preparado tienen su etiqueta y están listos para despacho',
    call: labelFulfillment,
    words: [CLIENT, order],
    options: { etiqueta: { to: 'body.labels.0', value: 'ETIQUETA', help: 'Sólo este envío' } },
    show: shownOrder,
  }),
  command({
    name: 'cancelar-pedido',
    help: 'Cancela un pedido sin preparar, con sus envíos; su mercadería vuelve a estar disponible',
    call: cancelFulfillment,
    words: [CLIENT, order],
    options: { motivo: { to: 'body.reason', value: 'TEXTO', help: 'Queda en el historial de los envíos' } },
    show: shownOrder,
  }),
];

function receiptsIn(json: object): unknown {
  return Array.isArray(json) ? { receipts: json } : json;
}
