import type { Deps } from '#server/integrations/deps.ts';
import { lockAndLoadOrder } from '#server/orders/domain/flags/order-flags.ts';
import { orNotFound } from '#server/orders/domain/provider-decision.ts';
import { NOTHING_TO_UNDO, requireUndoable, UNDOABLE_MS } from '#server/orders/domain/undo-decision.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import type * as calls from '#shared/orders/staff-modifications.ts';
import { refreshModified } from './apply-modification.ts';
import { requestById, writeReceiver } from './modification.store.ts';
import { toStaffModification } from './staff-modification.ts';
import {
  forgetReplaced,
  reopenRequest,
  restoreReplaced,
  type UndoObstacle,
  undoObstacle,
} from './undo-modification.store.ts';

const REFUSALS: Record<UndoObstacle, string> = {
  undecided: NOTHING_TO_UNDO,
  label: 'Ya no se puede deshacer: la etiqueta se imprimió después de la decisión',
  payment: 'Ya no se puede deshacer: la orden tiene un pago posterior a la decisión',
  change: 'Ya no se puede deshacer: la orden cambió después de la decisión',
};

/**
 * Undoes the decision on a request: it waits again. An approved change is taken back with everything that followed from it.
 *
 * @throws Failure 404 for an unknown request; 409 for one that waits, for a decision that is too old, and once something followed
 */
export async function undoModification(
  deps: Deps,
  caller: Pick<ProviderCaller, 'actor'>,
  { clientId, id }: { clientId: number; id: number },
): Promise<ReplyOf<typeof calls.undoModification>> {
  return deps.db.withClient(clientId, async (trx) => {
    const found = orNotFound(await requestById(trx, clientId, id));
    const order = await lockAndLoadOrder(trx, clientId, { column: 'id', value: found.order_pk });
    const request = orNotFound(await requestById(trx, clientId, id, 'FOR UPDATE'));
    const now = deps.clock();
    requireUndoable(request.decided_at, now);
    const obstacle = await undoObstacle(trx, clientId, id);
    if (obstacle) throw new Failure(409, REFUSALS[obstacle]);
    const approved = request.state === 'Aprobado';
    if (approved) {
      await writeReceiver(trx, clientId, order.id, request.before);
      await restoreReplaced(trx, clientId, id);
    }
    await reopenRequest(trx, clientId, id);
    await refreshModified(trx, clientId, { orderId: order.id, moved: approved, now });
    const undone = { id, orderId: order.id, trackingId: order.tracking_id, state: request.state };
    deps.events.record(trx, clientId, 'modification.undone', undone);
    return {
      message: `La modificación de la orden ${order.order_id} espera de nuevo una decisión`,
      results: toStaffModification(orNotFound(await requestById(trx, clientId, id)), caller),
    };
  });
}

/** Deletes the values kept for a client's decisions that can't be undone any more. A receiver's address is among them. */
export async function forgetOldDecisions({ db, clock }: Pick<Deps, 'db' | 'clock'>, clientId: number): Promise<void> {
  const before = new Date(clock().getTime() - UNDOABLE_MS);
  await db.withClient(clientId, (trx) => forgetReplaced(trx, clientId, before));
}
