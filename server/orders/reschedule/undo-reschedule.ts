import type { Deps } from '#server/integrations/deps.ts';
import { refreshFlags } from '#server/orders/domain/flags/order-flags.ts';
import { orNotFound } from '#server/orders/domain/provider-decision.ts';
import { requireUndoable } from '#server/orders/domain/undo-decision.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { agreedDay } from '#shared/orders/rules/due/promise.ts';
import type * as calls from '#shared/orders/staff-reschedules.ts';
import { lockReschedule } from './decide-reschedule.ts';
import { hasPendingReschedule, reopenReschedule, rescheduleById, restorePromise } from './reschedule.store.ts';

/**
 * Undoes the decision on a request: it waits again, and the promised day is the former one. Its mail isn't sent.
 *
 * @throws Failure 404 for an unknown request; 409 for one that waits, for a decision that is too old, and once the shipment ended, got
 *   another promised day or has another request
 */
export async function undoReschedule(
  deps: Deps,
  { clientId, id }: { clientId: number; id: number },
): Promise<ReplyOf<typeof calls.undoReschedule>> {
  return deps.db.withClient(clientId, async (trx) => {
    const { request, label, orderId, shipmentId, active } = await lockReschedule(trx, clientId, id);
    const now = deps.clock();
    requireUndoable(request.decided_at, now);
    if (!active) throw new Failure(409, `Ya no se puede deshacer: el envío ${label} finalizó`);
    if (await hasPendingReschedule(trx, clientId, shipmentId)) {
      throw new Failure(409, `Ya no se puede deshacer: el envío ${label} tiene otra reprogramación por decidir`);
    }
    const wanted = agreedDay(request.date);
    if (request.state === 'Aprobado' && !(await restorePromise(trx, clientId, { id, wanted }))) {
      throw new Failure(409, `Ya no se puede deshacer: el envío ${label} tiene otro día prometido`);
    }
    await reopenReschedule(trx, clientId, id);
    await refreshFlags(trx, clientId, [orderId], now);
    deps.events.record(trx, clientId, 'reschedule.undone', { id, orderId, label, state: request.state });
    return {
      message: `La reprogramación del envío ${label} espera de nuevo una decisión`,
      results: orNotFound(await rescheduleById(trx, clientId, id)),
    };
  });
}
