import { Failure } from '#shared/kit/http/failure.ts';
import { UNDO_SECONDS } from '#shared/orders/requests.ts';

/** Seconds that the server adds to the time that screens offer, for slow networks. */
const GRACE_SECONDS = 5;

/** Time in ms within which the server undoes a decision. */
export const UNDOABLE_MS = (UNDO_SECONDS + GRACE_SECONDS) * 1000;

/** Longest transaction that undoes a decision, in seconds. */
const UNDOING_SECONDS = 5;

/** Seconds after which the mail about a decision is sent: no mail follows a decision that can still be undone. */
export const DECISION_MAIL_SECONDS = UNDO_SECONDS + GRACE_SECONDS + UNDOING_SECONDS;

/** Refusal for a subject that nobody of the staff decided. */
export const NOTHING_TO_UNDO = 'Ya no hay una decisión para deshacer';

/**
 * Checks that a decision can still be undone.
 *
 * @param decidedAt ISO 8601; null for a subject that waits for its decision
 * @throws Failure 409
 */
export function requireUndoable(decidedAt: string | null, now: Date): void {
  if (decidedAt === null) throw new Failure(409, NOTHING_TO_UNDO);
  if (now.getTime() - Date.parse(decidedAt) > UNDOABLE_MS) {
    throw new Failure(409, `Una decisión se puede deshacer durante ${UNDO_SECONDS} segundos`);
  }
}
