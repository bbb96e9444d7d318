import { foldedKey } from '#shared/kit/text/typed-key.ts';
import * as fulfillment from '#shared/warehouse/staff-fulfillment.ts';
import { pickingList } from '#shared/warehouse/staff-picking.ts';
import * as stock from '#shared/warehouse/staff-stock.ts';
import * as stockReturn from '#shared/warehouse/staff-stock-return.ts';
import { command, commandsOf, withResults } from './command.ts';

const someRefused = ({ results }: { results: readonly { result: string }[] }) =>
  results.some(({ result }) => result === 'refused');

const sameSku = (one: string, other: string) => foldedKey(one) === foldedKey(other);

const order = ({ results: { shipments, receiver, ...one } }: { results: fulfillment.StaffFulfillmentDetail }) => [
  {
    Pedido: one.id,
    Cliente: one.client_id,
    Orden: one.order_id,
    Seguimiento: one.tracking_id,
    Estado: one.status,
    Motivo: one.reason,
    Etiquetas: one.labels.join(', '),
    Destinatario: receiver.receiver_name,
  },
  shipments.flatMap(({ shipment_id, state, items, lots }) =>
    items.map(({ sku, description, requested, prepared }) => ({
      shipment_id,
      state,
      sku,
      description,
      Pedido: requested,
      Preparado: prepared,
      Lotes: lots.flatMap((lot) => (sameSku(lot.sku, sku) ? [`${lot.lot}: ${lot.units}`] : [])).join(', '),
    })),
  ),
];

export const warehouseCommands = commandsOf({
  'stock  Lista los lotes de un cliente en el depósito, por SKU y vencimiento': stock.clientStock,
  'ingreso  Registra unidades de un lote que entran al depósito, o que salen sin pedido si el número es negativo':
    command(stock.recordReceipts, { row: { of: 'receipts' }, failed: someRefused }),
  'ingresos  Registra los ingresos de un archivo': command(stock.recordReceipts, {
    split: { list: 'receipts', most: stock.MAX_RECEIPTS },
    failed: someRefused,
  }),
  'conteo  Registra las unidades contadas de un lote: la diferencia con el stock, con su motivo': command(
    stock.recordCounts,
    { row: { of: 'counts' }, failed: someRefused },
  ),
  'ubicacion  Guarda dónde está un SKU en el depósito; las listas de preparación se ordenan por ubicación': command(
    stock.setShelf,
    { words: 'clientId, sku, shelf', columns: '*' },
  ),
  'pedidos  Lista los pedidos de Fulfillment de todos los clientes, primero los más antiguos': command(
    fulfillment.staffFulfillments,
    {
      meaning: { status: 'Registrado (por defecto), Preparado o Cancelado' },
      columns:
        'client_id, id, order_id, tracking_id, delivery_mode, Destino, units, lines, status=Estado, prepare_by, created_at, status_at',
      values: { Destino: (one) => `${one.city}, ${one.state}` },
    },
  ),
  'pedido  Muestra un pedido de Fulfillment: productos, lotes y destinatario': command(fulfillment.clientFulfillment, {
    show: order,
  }),
  'lista-de-preparacion  Lista qué sacar de los estantes para varios pedidos, por ubicación y SKU': command(
    pickingList,
    {
      words: 'orders',
      columns: 'shelf, company=Cliente, sku, description, lot, expiry, units, orders=Pedidos',
      values: { orders: ({ orders }) => orders.map(({ order_id, units }) => `${order_id}: ${units}`).join(', ') },
    },
  ),
  'preparar  Marca como preparado un pedido entero o, con --sku y --unidades, una parte': command(
    fulfillment.prepareFulfillment,
    { row: { of: 'items' }, show: order },
  ),
  'etiquetar  Marca los envíos de un pedido preparado como etiquetados y listos para despacho': command(
    fulfillment.labelFulfillment,
    { show: order },
  ),
  'cancelar-pedido  Cancela un pedido sin preparar y sus envíos, y libera su stock': command(
    fulfillment.cancelFulfillment,
    { show: order },
  ),
  'unidades-de-un-envio  Muestra las unidades que salieron del stock con un envío, y si pueden volver':
    stockReturn.readStockReturn,
  'devolver-al-stock  Devuelve al stock unidades de un envío devuelto, una sola vez por envío': withResults(
    stockReturn.recordStockReturn,
  ),
});
