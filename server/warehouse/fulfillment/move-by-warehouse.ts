import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { moveShipments } from '#server/orders/domain/movement/move-shipments.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { parseShipmentState, type ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';

/**
 * Moves shipments of one order to a state, on behalf of the warehouse.
 *
 * @throws Failure 422 if a transition is refused
 */
export async function moveByWarehouse(
  deps: Deps,
  trx: Trx,
  clientId: number,
  move: { orderId: number; labels: readonly string[]; state: ShipmentStateCode; reason?: string },
): Promise<void> {
  const { orderId, labels, reason } = move;
  const common = {
    state: parseShipmentState(move.state),
    at: null,
    reason: reason || null,
    eventId: null,
    actor: { kind: 'warehouse', name: null },
  } as const;
  const outcomes = await moveShipments(
    deps,
    trx,
    clientId,
    labels.map((label) => ({ orderId, label, ...common, by: 'provider' as const })),
  );
  for (const outcome of outcomes) if (outcome.result === 'refused') throw new Failure(422, outcome.reason);
}
