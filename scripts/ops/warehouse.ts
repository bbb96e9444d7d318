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
import { foldedKey } from '#shared/rules/typed-key.ts';
import { command } from './command.ts';
import { CLIENT, OF_CLIENT, PAGED } from './options.ts';
import { card, pageLine, table } from './show.ts';

const order = { to: 'params.id', value: 'PEDIDO', help: 'Número del pedido: la referencia que ve el cliente' };

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

const isSame = (one: string, other: string) => foldedKey(one) === foldedKey(other);

const day = (text: string | null) => text?.split('-').reverse().join('/');

/** Commands for stock and fulfillment orders. */
export const warehouseCommands = [
  command({
    name: 'stock',
    help: 'Lista los lotes de un cliente en el depósito, por SKU y vencimiento',
    call: clientStock,
    words: [CLIENT],
    options: { sku: { to: 'query.filter.sku', value: 'SKU', help: 'Sólo los de un SKU o código de barras' }, ...PAGED },
    show: ({ results, pagination }) =>
      table(results, {
        SKU: (one) => one.sku,
        DESCRIPCIÓN: (one) => one.description,
        UBICACIÓN: (one) => one.shelf,
        LOTE: (one) => one.lot,
        VENCE: (one) => day(one.expiry),
        CRÍTICO_DESDE: (one) => day(one.criticality),
        UNIDADES: (one) => one.units,
        RESERVADAS: (one) => one.reserved,
      }) + pageLine(pagination),
  }),
  command({
    name: 'ingreso',
    help: 'Registra unidades de un lote que entran al depósito, o que salen sin pedido si el número es negativo',
    call: recordReceipts,
    words: [CLIENT],
    options: {
      sku: units('sku', 'SKU', 'SKU del catálogo del cliente, o su código de barras'),
      lote: units('lot', 'LOTE', 'Código del lote'),
      unidades: units('units', 'N', 'Unidades que entran; con signo negativo, las que salen'),
      descripcion: units('description', 'TEXTO', 'Descripción que ve el cliente; por defecto, queda la anterior'),
      vence: units('expiry', 'AAAA-MM-DD', 'Último día antes del vencimiento'),
      critico: units('criticality', 'AAAA-MM-DD', 'Último día antes de ser crítico'),
      id: units(
        'receipt_id',
        'ID',
        'Identificador del ingreso; si se repite, se registra una sola vez. Por defecto, uno nuevo',
      ),
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
        DESTINO: (one) => `${one.city}, ${one.state}`,
        UNIDADES: (one) => one.units,
        PRODUCTOS: (one) => one.lines,
        ESTADO: (one) => one.status,
        'PREPARAR HASTA': (one) => one.prepare_by,
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
    help: 'Marca como preparado un pedido entero o, con --sku y --unidades, una parte',
    call: prepareFulfillment,
    words: [CLIENT, order],
    options: {
      sku: { to: 'body.items.0.sku', value: 'SKU', help: 'Sólo este SKU o código de barras; requiere --unidades' },
      unidades: { to: 'body.items.0.quantity', value: 'N', help: 'Total de unidades preparadas del SKU hasta ahora' },
      cerrar: {
        to: 'body.close',
        on: '1',
        help: 'Cierra el pedido: las unidades que faltan no se preparan y su stock se libera',
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
    help: 'Cancela un pedido sin preparar y sus envíos, y libera su stock',
    call: cancelFulfillment,
    words: [CLIENT, order],
    options: {
      motivo: { to: 'body.reason', value: 'TEXTO', help: 'Motivo que se guarda en el historial de los envíos' },
    },
    show: shownOrder,
  }),
];

function receiptsIn(json: object): unknown {
  return Array.isArray(json) ? { receipts: json } : json;
}
