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

const order = { to: 'params.id', value: 'PEDIDO', help: 'Número del pedido, que el cliente ve como referencia' };

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

/** Commands for stock and fulfillment orders. */
export const warehouseCommands = [
  command({
    name: 'stock',
    help: 'Lista los lotes de un cliente en el depósito, por SKU y vencimiento',
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
    help: 'Registra unidades de un lote que entran al depósito o, si son negativas, que salen sin pedido',
    call: recordReceipts,
    words: [CLIENT],
    options: {
      sku: units('sku', 'SKU', 'Como está en el catálogo del cliente'),
      lote: units('lot', 'LOTE', 'Código del lote'),
      unidades: units('units', 'N', 'Unidades que entran; negativas, las que salen'),
      descripcion: units('description', 'TEXTO', 'Descripción que ve el cliente; sin esta opción queda la anterior'),
      vence: units('expiry', 'AAAA-MM-DD', 'Último día antes del vencimiento'),
      critico: units('criticality', 'AAAA-MM-DD', 'Último día antes de ser crítico'),
      id: units('receipt_id', 'ID', 'Identificador del ingreso: repetido, cuenta una sola vez'),
    },
    defaults: () => ({ 'body.receipts.0.receipt_id': randomUUID() }),
    show: received,
    failed: someRefused,
  }),
  command({
    name: 'ingresos',
    help: 'Registra los ingresos de un archivo',
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
    help: 'Lista los pedidos de Fulfillment de todos los clientes, primero los más antiguos',
    call: operatorFulfillments,
    options: {
      cliente: OF_CLIENT,
      estado: { to: 'query.filter.status', value: 'ESTADO', help: 'Registrado (por defecto), Preparado o Cancelado' },
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
    help: 'Muestra un pedido de Fulfillment: productos, lotes y destinatario',
    call: clientFulfillment,
    words: [CLIENT, order],
    show: shownOrder,
  }),
  command({
    name: 'preparar',
    help: 'Marca como preparado un pedido entero, o las unidades preparadas en total de un SKU',
    call: prepareFulfillment,
    words: [CLIENT, order],
    options: {
      sku: { to: 'body.items.0.sku', value: 'SKU', help: 'Con --unidades: sólo este SKU' },
      unidades: { to: 'body.items.0.quantity', value: 'N', help: 'Unidades preparadas en total' },
      cerrar: {
        to: 'body.close',
        on: '1',
        help: 'Cierra el pedido: lo que falta no se prepara y su stock queda libre',
      },
    },
    show: shownOrder,
  }),
  command({
    name: 'etiquetar',
    help: 'Marca los envíos de un pedido preparado como etiquetados y listos para despacho',
    call: labelFulfillment,
    words: [CLIENT, order],
    options: { etiqueta: { to: 'body.labels.0', value: 'ETIQUETA', help: 'Sólo este envío' } },
    show: shownOrder,
  }),
  command({
    name: 'cancelar-pedido',
    help: 'Cancela un pedido sin preparar y sus envíos; su stock vuelve a estar disponible',
    call: cancelFulfillment,
    words: [CLIENT, order],
    options: { motivo: { to: 'body.reason', value: 'TEXTO', help: 'Motivo, que queda en el historial de los envíos' } },
    show: shownOrder,
  }),
];

function receiptsIn(json: object): unknown {
  return Array.isArray(json) ? { receipts: json } : json;
}
