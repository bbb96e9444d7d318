import type { Trx } from '#server/db/connection.ts';
import { recordAudit } from '#server/domain/audit.store.ts';
import type { Deps } from '#server/domain/deps.ts';
import { lockAndLoadOrder } from '#server/domain/order-flags.ts';
import type { Operator } from '#server/platform/http/caller.ts';
import type { BodyOf, ReplyOf } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type * as calls from '#shared/ops/modifications.ts';
import { orderActions } from '#shared/rules/order-actions.ts';
import { writeAdjustments } from './address-price.store.ts';
import { priceAddress } from './address-price.ts';
import { applyModification, type ReceiverChange } from './apply-modification.ts';
import { requestById, type StoredRequest, writeDecision } from './modification.store.ts';
import { toOperatorModification } from './operator-modification.ts';
import { zip4Of } from './plan-modification.ts';
import { resolveChangedLocation } from './receiver-location.ts';

/**
 * Approves or rejects a pending request (readings C35, C49). An approval changes the order and records a price increase
 * as adjustments; a rejection needs a reason.
 *
 * @throws Failure 404 for an unknown request; 422 for a rejection without a reason, a second decision, and the approval
 *   of a request whose order has ended or whose province has no tariff zone any more
 */
export async function decideModification(
  deps: Deps,
  { actor }: Operator,
  { clientId, id }: { clientId: number; id: number },
  { approved, reason }: BodyOf<typeof calls.decideModification>,
): Promise<ReplyOf<typeof calls.decideModification>> {
  if (!approved && reason === '') {
    throw new Failure(422, messages.fields, [{ field: 'reason', message: 'Escribí el motivo del rechazo' }]);
  }
  return deps.db.withClient(clientId, async (trx) => {
    const found = orNotFound(await requestById(trx, clientId, id));
    const order = await lockAndLoadOrder(trx, clientId, { column: 'id', value: found.order_pk });
    const request = await lockPendingRequest(trx, found);
    if (approved) {
      const { can_request_edit } = orderActions({ ...order.facts, modificationPending: false });
      if (!can_request_edit.allowed) throw new Failure(422, can_request_edit.reason);
    }
    const change = approved ? await bookApprovedChange(trx, clientId, order.id, request) : null;
    const now = deps.clock();
    const state = approved ? 'Aprobado' : 'Rechazado';
    const decision = { id, orderId: order.id, state, reason: approved ? null : reason, actor, now } as const;
    await writeDecision(trx, clientId, decision);
    await applyModification(deps, trx, clientId, { orderId: order.id, change, now });
    recordAudit(trx, { clientId, target: order.tracking_id, details: { modification: id, state } });
    return {
      message: `La modificación de la orden ${order.order_id} se ${approved ? 'aprobó' : 'rechazó'}`,
      results: toOperatorModification(orNotFound(await requestById(trx, clientId, id))),
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
  const place = await resolveChangedLocation(trx, before, receiver);
  const { destination, shipments } = await priceAddress(trx, clientId, orderId, { place, zip4: zip4Of(receiver) });
  await writeAdjustments(trx, clientId, shipments);
  return { receiver, destination };
}

function orNotFound<T>(found: T | null): T {
  if (found === null) throw new Failure(404, messages.notFound);
  return found;
}

/** Locks a request and reads it again after its order was locked. @throws Failure 422 if it was already decided */
async function lockPendingRequest(trx: Trx, { client_id, id }: StoredRequest): Promise<StoredRequest> {
  const request = orNotFound(await requestById(trx, client_id, id, 'FOR UPDATE'));
  if (request.state !== 'Pendiente') {
    throw new Failure(422, `Esta modificación ya fue decidida: ${request.state}`);
  }
  return request;
}
