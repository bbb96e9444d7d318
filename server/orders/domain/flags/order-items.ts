import type { Trx } from '#server/db/connection.ts';
import { kindsOf } from '#shared/orders/rules/open-item-kinds.ts';
import { type OrderItemFacts, orderItems } from '#shared/orders/rules/order-items.ts';
import type { Calendar } from '#shared/provider/rules/working-days.ts';
import { type OpenItem, syncOpenItems } from './open-items.store.ts';

/** Kinds of items that are about an order and have a row. */
export const ORDER_ITEM_KINDS = kindsOf('order');

/** Returns the rows of `open_items` that an order must have. */
export const orderItemRows = (
  { id, itemFacts }: { id: number; itemFacts: OrderItemFacts },
  calendar: Calendar,
): OpenItem[] =>
  orderItems(itemFacts, calendar).map(({ kind, causeAt, opensAt, deadline, amountCents }) => ({
    kind,
    subject_id: id,
    cause_at: causeAt,
    opens_at: opensAt,
    deadline,
    amount_cents: amountCents,
  }));

/**
 * Opens and closes the items of locked orders.
 *
 * @param orders the facts of the orders with these ids; an order that is missing has no items
 */
export async function syncOrderItems(
  trx: Trx,
  clientId: number,
  subjects: readonly number[],
  orders: readonly { id: number; itemFacts: OrderItemFacts }[],
  calendar: Calendar,
): Promise<void> {
  const wanted = orders.flatMap((order) => orderItemRows(order, calendar));
  await syncOpenItems(trx, clientId, { kinds: ORDER_ITEM_KINDS, subjects }, wanted);
}
