import type { Trx } from '#server/db/connection.ts';
import { directionOf } from '#shared/orders/rules/delivery-modes.ts';
import { deliveryResult } from '#shared/orders/rules/due/delivery-result.ts';
import type { Calendar } from '#shared/provider/rules/working-days.ts';
import { readDeliveryFacts, writeDeliveryResults } from './delivery-results.store.ts';

/**
 * Recomputes the delivery results of some of the client's shipments. Code that writes events whose states change
 * results calls it in the same transaction, with the orders locked. Shipments of reverse logistics have no result: they
 * are collected from a buyer.
 */
export async function refreshDeliveryResults(
  trx: Trx,
  clientId: number,
  shipmentIds: readonly number[],
  calendar: Calendar,
): Promise<void> {
  if (shipmentIds.length === 0) return;
  const facts = await readDeliveryFacts(trx, clientId, shipmentIds);
  const results = facts
    .filter(({ delivery_mode }) => directionOf(delivery_mode) === 'entrega')
    .map(({ id, history, promised_max, return_requested }) => ({
      id,
      result: deliveryResult(history, { promisedMax: promised_max, returnRequested: return_requested, calendar }),
    }));
  writeDeliveryResults(trx, clientId, results);
}
