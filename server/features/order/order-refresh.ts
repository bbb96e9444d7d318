import type { Trx } from '#server/db/connection.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { orderActions } from '#shared/rules/order-actions.ts';
import { shipmentActions } from '#shared/rules/shipment-actions.ts';
import { orderFlags, shipmentFlags } from './order-flags.ts';
import { storedOrders, writeFlags } from './order-refresh.store.ts';

export { lockOrders } from './order-refresh.store.ts';

/**
 * Derives the flags of orders and of their shipments anew, by the shared rules (readings C41). Whoever changes what they
 * depend on locks the orders first, and calls this last in the same transaction.
 */
export async function refreshFlags(trx: Trx, clientId: number, orderIds: readonly number[]): Promise<void> {
  const stored = await storedOrders(trx, clientId, orderIds);
  await writeFlags(
    trx,
    clientId,
    stored.map(({ id, facts }) => ({ id, ...orderFlags(facts) })),
    stored.flatMap(({ facts, shipmentIds }) =>
      facts.shipments.map((shipment, index) => ({ id: shipmentIds[index] ?? 0, ...shipmentFlags(shipment, facts) })),
    ),
  );
}

/**
 * Why nothing of an order may be printed, or, with `shipmentId`, not that shipment: for each the sentence that the sender
 * reads.
 *
 * @throws Failure 404 for another client's order
 */
export async function printingRefusals(
  trx: Trx,
  clientId: number,
  refused: readonly { orderId: number; shipmentId?: number }[],
): Promise<string[]> {
  const stored = await storedOrders(trx, clientId, [...new Set(refused.map(({ orderId }) => orderId))]);
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
