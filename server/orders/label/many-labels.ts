import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { parseOrderKey, parseShipmentKey, type RowKey } from '#server/orders/domain/row-keys.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import type { Download } from '#server/platform/http/response/download.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { MAX_LABELS, TOO_MANY_LABELS } from '#shared/orders/labels.ts';
import { groupLabelsByOrder } from '#shared/orders/rules/group-labels.ts';
import { deliverLabels } from './delivery.ts';
import { type SkuList, skuList } from './drawing/sku-list.ts';
import { rejectUnprintable, unprintableShipments } from './drawing/unprintable-labels.ts';
import { findOrdersToPrint, itemsToPick, type LabelRow, labelsOfOrders, labelsOfShipments } from './label.store.ts';

/** Output of a batch. `skuList`: with a picking list on the first pages. */
export type BatchOutput = { format: 'pdf'; startAt: number | null; skuList: boolean } | { format: 'zpl' };

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
  output: BatchOutput,
  signal: AbortSignal,
): Promise<Download> {
  const { clientId } = caller;
  const keys = ids.map(parseShipmentKey);
  const labels = await deps.db.withClient(clientId, async (trx) => {
    const found = inKeyOrder(keys, await labelsOfShipments(trx, clientId, keys), { id: 'shipment_id', label: 'label' });
    await rejectUnprintable(trx, clientId, 'shippings_id', unprintableShipments(found));
    return withSkuList(
      trx,
      clientId,
      groupLabelsByOrder(found, ({ order_pk }) => order_pk),
      output,
    );
  });
  return deliverBatch(deps, caller, labels, output, signal);
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
  output: BatchOutput,
  signal: AbortSignal,
): Promise<Download> {
  const { clientId } = caller;
  const keys = ids.map(parseOrderKey);
  const labels = await deps.db.withClient(clientId, async (trx) => {
    const orders = inKeyOrder(keys, await findOrdersToPrint(trx, clientId, keys), {
      id: 'id',
      tracking_id: 'tracking_id',
    });
    const refused = orders
      .filter((order) => !order.printable)
      .map((order) => ({ orderId: order.id, name: `la orden ${order.order_id}` }));
    await rejectUnprintable(trx, clientId, 'orders_id', refused);
    const position = new Map(orders.map((order, index) => [order.id, index]));
    const rows = await labelsOfOrders(trx, clientId, [...position.keys()], MAX_LABELS + 1);
    if (rows.length > MAX_LABELS) {
      throw new Failure(422, TOO_MANY_LABELS, [{ field: 'orders_id', message: TOO_MANY_LABELS }]);
    }
    rows.sort((a, b) => (position.get(a.order_pk) ?? 0) - (position.get(b.order_pk) ?? 0) || a.n - b.n);
    return withSkuList(trx, clientId, rows, output);
  });
  return deliverBatch(deps, caller, labels, output, signal);
}

/** Labels in print order, and their picking list if the sender wants one. */
interface Batch {
  rows: readonly LabelRow[];
  skuList: SkuList | null;
}

async function withSkuList(trx: Trx, clientId: number, rows: readonly LabelRow[], output: BatchOutput): Promise<Batch> {
  if (output.format !== 'pdf' || !output.skuList) return { rows, skuList: null };
  const ids = rows.map(({ shipment_id }) => shipment_id);
  const items = Map.groupBy(await itemsToPick(trx, clientId, ids), ({ shipment_id }) => shipment_id);
  return { rows, skuList: skuList(ids.flatMap((id) => items.get(id) ?? [])) };
}

function deliverBatch(deps: Deps, caller: Caller, { rows, skuList }: Batch, output: BatchOutput, signal: AbortSignal) {
  const name = fileName(rows);
  return deliverLabels(
    deps,
    caller,
    rows,
    output.format === 'pdf' ? { ...output, skuList, name } : { ...output, name },
    signal,
  );
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
