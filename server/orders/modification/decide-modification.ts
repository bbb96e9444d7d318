import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { lockAndLoadOrder } from '#server/orders/domain/flags/order-flags.ts';
import { orNotFound, requirePending, requireRejectionReason } from '#server/orders/domain/provider-decision.ts';
import type { ProviderActor } from '#server/platform/http/request/caller.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import type { Decision } from '#shared/orders/requests.ts';
import { PICKUP_POINT_MODE } from '#shared/orders/rules/delivery-modes.ts';
import type * as calls from '#shared/orders/staff-modifications.ts';
import { writeAdjustments } from './address-price.store.ts';
import { priceAddress } from './address-price.ts';
import { applyModification, type ReceiverChange } from './apply-modification.ts';
import { findChosenPoint } from './chosen-point.ts';
import { requestById, type StoredRequest, writeDecision } from './modification.store.ts';
import { zip4Of } from './plan-modification.ts';
import { resolveChangedLocation } from './receiver-location.ts';
import { approvalRefusal, toStaffModification } from './staff-modification.ts';
import { keepReplaced } from './undo-modification.store.ts';

/**
 * Approves or rejects a pending request (readings C35, C49). An approval changes the order and records a price increase
 * as adjustments; a rejection needs a reason.
 *
 * @throws Failure 404 for an unknown request; 422 for a rejection without a reason, a second decision, and the approval
 *   of a request whose order has ended, whose province has no tariff zone any more or whose pickup point was closed
 */
export async function decideModification(
  deps: Deps,
  caller: { actor: ProviderActor },
  { clientId, id }: { clientId: number; id: number },
  decision: Decision,
): Promise<ReplyOf<typeof calls.decideModification>> {
  requireRejectionReason(decision);
  const { approved, reason } = decision;
  return deps.db.withClient(clientId, async (trx) => {
    const found = orNotFound(await requestById(trx, clientId, id));
    const order = await lockAndLoadOrder(trx, clientId, { column: 'id', value: found.order_pk });
    const request = await lockPendingRequest(trx, found);
    const refusal = approved ? approvalRefusal(order.facts) : null;
    if (refusal !== null) throw new Failure(422, refusal);
    if (approved) await keepReplaced(trx, clientId, id);
    const change = approved ? await bookApprovedChange(trx, clientId, order.id, request) : null;
    const now = deps.clock();
    const state = approved ? 'Aprobado' : 'Rechazado';
    await writeDecision(trx, clientId, {
      id,
      orderId: order.id,
      state,
      reason: approved ? null : reason,
      actor: caller.actor,
      now,
    });
    await applyModification(deps, trx, clientId, { orderId: order.id, change, now });
    const decided = { id, orderId: order.id, trackingId: order.tracking_id, state };
    deps.events.record(trx, clientId, 'modification.decided', decided);
    return {
      message: `La modificación de la orden ${order.order_id} se ${approved ? 'aprobó' : 'rechazó'}`,
      results: toStaffModification(orNotFound(await requestById(trx, clientId, id)), caller),
    };
  });
}

/**
 * Records the price increase of the new address as adjustments of the shipments that aren't final (readings C49).
 *
 * @returns the changes of receiver and destination, which aren't written yet
 */
async function bookApprovedChange(
  trx: Trx,
  clientId: number,
  orderId: number,
  { before, after: receiver }: StoredRequest,
): Promise<ReceiverChange> {
  const { pickup_point_code: code = '' } = receiver;
  const isChosen = code !== (before.pickup_point_code ?? '');
  const chosen = isChosen ? await findChosenPoint(trx, PICKUP_POINT_MODE, code) : null;
  const place = chosen?.place ?? (await resolveChangedLocation(trx, before, receiver));
  const { destination, shipments } = await priceAddress(trx, clientId, orderId, {
    place,
    zip4: zip4Of(receiver),
    point: chosen?.point ?? null,
  });
  await writeAdjustments(trx, clientId, shipments);
  return { receiver, destination };
}

/** Locks a request and reads it again after its order was locked. @throws Failure 422 if it was already decided */
async function lockPendingRequest(trx: Trx, { client_id, id }: StoredRequest): Promise<StoredRequest> {
  const request = orNotFound(await requestById(trx, client_id, id, 'FOR UPDATE'));
  requirePending(request.state, 'Esta modificación');
  return request;
}
