import type { Deps } from '#server/domain/deps.ts';
import { type Key, orderKey, shipmentKey } from '#server/domain/resolve.ts';
import type { Download } from '#server/platform/http/answers.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { Failure } from '#shared/http/failure.ts';
import { MAX_LABELS, tooManyLabels } from '#shared/labels.ts';
import { messages } from '#shared/messages.ts';
import { keepOrdersTogether } from '#shared/rules/label-order.ts';
import { type LabelRow, labelsOfOrders, labelsOfShipments, namedOrders } from './label.store.ts';
import { deliver, type Paper } from './label-delivery.ts';
import { refuseAll, refusedShipments } from './label-refusal.ts';

/**
 * Labels of shipments in one file, in the order of their ids, those of one order together; a shipment that is named twice is
 * printed once (D1 §7).
 *
 * @throws Failure 404 when one of them isn't the client's, 422 with the reasons when one may not be printed: no file then
 */
export async function printShipments(
  deps: Deps,
  caller: Caller,
  ids: readonly string[],
  paper: Paper,
  signal: AbortSignal,
): Promise<Download> {
  const { clientId } = caller;
  const keys = ids.map(shipmentKey);
  const rows = await deps.db.withClient(clientId, async (trx) => {
    const found = inOrder(keys, await labelsOfShipments(trx, clientId, keys), { id: 'shipment_id', label: 'label' });
    await refuseAll(trx, clientId, 'shippings_id', refusedShipments(found));
    return keepOrdersTogether(found, ({ order_pk }) => order_pk);
  });
  return deliver(deps, caller, rows, { ...paper, name: fileName(rows) }, signal);
}

/**
 * Labels of every printable shipment of some orders in one file, in the order of the orders' ids (D1 §7).
 *
 * @throws Failure 404 when one of them isn't the client's; 422 with the reasons when of one nothing may be printed, or when
 *   there are too many labels: no file then
 */
export async function printOrders(
  deps: Deps,
  caller: Caller,
  ids: readonly string[],
  paper: Paper,
  signal: AbortSignal,
): Promise<Download> {
  const { clientId } = caller;
  const keys = ids.map(orderKey);
  const rows = await deps.db.withClient(clientId, async (trx) => {
    const orders = inOrder(keys, await namedOrders(trx, clientId, keys), { id: 'id', tracking_id: 'tracking_id' });
    const refused = orders
      .filter((order) => !order.printable)
      .map((order) => ({ orderId: order.id, name: `la orden ${order.order_id}` }));
    await refuseAll(trx, clientId, 'orders_id', refused);
    const place = new Map(orders.map((order, index) => [order.id, index]));
    const labels = await labelsOfOrders(trx, clientId, [...place.keys()], MAX_LABELS + 1);
    if (labels.length > MAX_LABELS) {
      throw new Failure(422, tooManyLabels, [{ field: 'orders_id', message: tooManyLabels }]);
    }
    return labels.sort((a, b) => (place.get(a.order_pk) ?? 0) - (place.get(b.order_pk) ?? 0) || a.n - b.n);
  });
  return deliver(deps, caller, rows, { ...paper, name: fileName(rows) }, signal);
}

/** Names what is in the file, as far as one name does. */
function fileName(rows: readonly LabelRow[]): string {
  const [first] = rows;
  if (rows.length === 1) return `etiqueta-${first?.label}`;
  return rows.every((row) => row.order_pk === first?.order_pk) ? `etiquetas-${first?.tracking_id}` : 'etiquetas';
}

/** What keys name, each once, in their order. @throws Failure 404 when a key names nothing of the client */
function inOrder<C extends string, R>(keys: readonly Key<C>[], rows: readonly R[], columns: Record<C, keyof R>): R[] {
  const found = new Map<unknown, R>();
  for (const row of rows) for (const column of Object.values<keyof R>(columns)) found.set(row[column], row);
  const named = keys.map(({ value }) => {
    const row = found.get(value);
    if (!row) throw new Failure(404, messages.notFound);
    return row;
  });
  return [...new Set(named)];
}
