import type { Trx } from '#server/db/connection.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { isPrinted, type OrderFacts, orderActions, type ShipmentFacts } from '#shared/rules/order-actions.ts';
import { deriveOrderState, orderState } from '#shared/rules/order-state.ts';
import { shipmentActions } from '#shared/rules/shipment-actions.ts';
import { stateGroup } from '#shared/rules/state-group.ts';
import {
  lockOrder,
  type OrderFlags,
  type OrderIdentifiers,
  readOrderFacts,
  type ShipmentFlags,
  type StoredOrder,
  writeFlags,
} from './order-flags.store.ts';
import type { RowKey } from './row-keys.ts';

export { addMissingFingerprints, lockOrders, readOrderFacts } from './order-flags.store.ts';

/** What the shared rules say of an order, as its columns. */
export function orderFlags(order: OrderFacts): OrderFlags {
  const actions = orderActions(order);
  return {
    order_state: orderState(deriveOrderState(order)).label,
    state_group: stateGroup(order),
    printed: isPrinted(order.shipments),
    printable: actions.printable.allowed,
    payable: actions.payable.allowed,
    can_generate_merchant_order: actions.can_generate_merchant_order.allowed,
    can_request_edit: actions.can_request_edit.allowed,
    cancellable: actions.cancellable.allowed,
  };
}

/** What the shared rules say of one shipment, as its columns. */
export function shipmentFlags(shipment: ShipmentFacts, order: OrderFacts): ShipmentFlags {
  // Reverse logistics hangs on the client's flag of the moment and is no column.
  const actions = shipmentActions(shipment, order, { reverseLogistics: false });
  return {
    printable: actions.printable.allowed,
    cancellable: actions.cancellable.allowed,
    can_return: actions.can_return.allowed,
  };
}

/**
 * Derives anew what follows from the shipments of orders: their flags by the shared rules (readings C41), what they cost
 * (C26), whether they are cancelled, and whether their printed labels are outdated (C50). Whoever changes what that depends on
 * locks the orders first, and calls this last in the same transaction.
 *
 * @param changedAt when something happened that its sender calls a change of the order; it moves up in the list
 */
export async function refreshFlags(
  trx: Trx,
  clientId: number,
  orderIds: readonly number[],
  changedAt: Date | null = null,
): Promise<void> {
  const stored = await readOrderFacts(trx, clientId, orderIds);
  await writeFlags(
    trx,
    clientId,
    stored.map(({ id, facts, rate_cents, cancelled_at }) => ({ id, rate_cents, cancelled_at, ...orderFlags(facts) })),
    stored.flatMap(({ facts, shipmentIds, labelsOutdated }) =>
      facts.shipments.map((shipment, index) => ({
        id: shipmentIds[index] ?? 0,
        printed: shipment.printed,
        label_outdated: labelsOutdated[index] ?? false,
        ...shipmentFlags(shipment, facts),
      })),
    ),
    changedAt,
  );
}

/**
 * Locks the client's order and loads what its flags depend on.
 *
 * @throws Failure 404 for an order that isn't the client's
 */
export async function lockAndLoadOrder(
  trx: Trx,
  clientId: number,
  key: RowKey<'tracking_id' | 'id'>,
): Promise<OrderIdentifiers & StoredOrder> {
  const order = await lockOrder(trx, clientId, key);
  // Read behind the lock: what the transaction waited for has been committed.
  const [stored] = order ? await readOrderFacts(trx, clientId, [order.id]) : [];
  if (!order || !stored) throw new Failure(404, messages.notFound);
  return { ...stored, ...order };
}

/**
 * Why nothing of an order may be printed, or, with `shipmentId`, not that shipment: for each the sentence that the sender
 * reads.
 *
 * @throws Failure 404 for another client's order
 */
export async function printRefusalReasons(
  trx: Trx,
  clientId: number,
  refused: readonly { orderId: number; shipmentId?: number }[],
): Promise<string[]> {
  const stored = await readOrderFacts(trx, clientId, [...new Set(refused.map(({ orderId }) => orderId))]);
  const orders = new Map(stored.map((order) => [order.id, order]));
  return refused.map(({ orderId, shipmentId }) => {
    const order = orders.get(orderId);
    if (!order) throw new Failure(404, messages.notFound);
    const { facts, shipmentIds } = order;
    const shipment = shipmentId === undefined ? undefined : facts.shipments[shipmentIds.indexOf(shipmentId)];
    const { printable } = shipment
      ? shipmentActions(shipment, facts, { reverseLogistics: false })
      : orderActions(facts);
    return printable.allowed ? NOT_YET : printable.reason;
  });
}

/** Between the look and the refusal it became printable. */
const NOT_YET = 'Probá de nuevo en un momento';
