import type { Deps } from '#server/domain/deps.ts';
import { parseOrderKey, parseShipmentKey, type RowKey } from '#server/domain/row-keys.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Download } from '#server/platform/http/download.ts';
import { Failure } from '#shared/http/failure.ts';
import { MAX_LABELS, TOO_MANY_LABELS } from '#shared/labels.ts';
import { messages } from '#shared/messages.ts';
import { groupLabelsByOrder } from '#shared/rules/group-labels.ts';
import { findOrdersToPrint, type LabelRow, labelsOfOrders, labelsOfShipments } from './label.store.ts';
import { deliverLabels, type LabelOutput } from './label-delivery.ts';
import { rejectUnprintable, unprintableShipments } from './unprintable-labels.ts';

/**
 * Prints the labels of shipments in one file, in the order of `ids`, grouped by order. A repeated id is printed once
 * (D1 §7).
 *
 * @throws Failure 404 if a shipment isn't the client's, 422 with the reasons if a shipment may not be printed
 */
export async function printShipments(
  deps: Deps,
  caller: Caller,
  ids: readonly string[],
  output: LabelOutput,
  signal: AbortSignal,
): Promise<Download> {
  const { clientId } = caller;
  const keys = ids.map(parseShipmentKey);
  const rows = await deps.db.withClient(clientId, async (trx) => {
    const found = inKeyOrder(keys, await labelsOfShipments(trx, clientId, keys), { id: 'shipment_id', label: 'label' });
    await rejectUnprintable(trx, clientId, 'shippings_id', unprintableShipments(found));
    return groupLabelsByOrder(found, ({ order_pk }) => order_pk);
  });
  return deliverLabels(deps, caller, rows, { ...output, name: fileName(rows) }, signal);
}

/**
 * Prints the labels of all printable shipments of some orders in one file, in the order of `ids` (D1 §7).
 *
 * @throws Failure 404 if an order isn't the client's; 422 with the reasons if an order has no printable shipment, or
 *   there are more than `MAX_LABELS` labels
 */
export async function printOrders(
  deps: Deps,
  caller: Caller,
  ids: readonly string[],
  output: LabelOutput,
  signal: AbortSignal,
): Promise<Download> {
  const { clientId } = caller;
  const keys = ids.map(parseOrderKey);
  const rows = await deps.db.withClient(clientId, async (trx) => {
    const orders = inKeyOrder(keys, await findOrdersToPrint(trx, clientId, keys), {
      id: 'id',
      tracking_id: 'tracking_id',
    });
    const refused = orders
      .filter((order) => !order.printable)
      .map((order) => ({ orderId: order.id, name: `la orden ${order.order_id}` }));
    await rejectUnprintable(trx, clientId, 'orders_id', refused);
    const position = new Map(orders.map((order, index) => [order.id, index]));
    const labels = await labelsOfOrders(trx, clientId, [...position.keys()], MAX_LABELS + 1);
    if (labels.length > MAX_LABELS) {
      throw new Failure(422, TOO_MANY_LABELS, [{ field: 'orders_id', message: TOO_MANY_LABELS }]);
    }
    return labels.sort((a, b) => (position.get(a.order_pk) ?? 0) - (position.get(b.order_pk) ?? 0) || a.n - b.n);
  });
  return deliverLabels(deps, caller, rows, { ...output, name: fileName(rows) }, signal);
}

/** Returns a file name: by the label, by the order, or a general one for several orders. */
function fileName(rows: readonly LabelRow[]): string {
  const [first] = rows;
  if (rows.length === 1) return `etiqueta-${first?.label}`;
  return rows.every((row) => row.order_pk === first?.order_pk) ? `etiquetas-${first?.tracking_id}` : 'etiquetas';
}

/**
 * Returns the row of each key, in the order of the keys, without duplicates.
 *
 * @throws Failure 404 for a key without a row
 */
function inKeyOrder<C extends string, R>(
  keys: readonly RowKey<C>[],
  rows: readonly R[],
  columns: Record<C, keyof R>,
): R[] {
  const found = new Map<unknown, R>();
  for (const row of rows) for (const column of Object.values<keyof R>(columns)) found.set(row[column], row);
  const matched = keys.map(({ value }) => {
    const row = found.get(value);
    if (!row) throw new Failure(404, messages.notFound);
    return row;
  });
  return [...new Set(matched)];
}
