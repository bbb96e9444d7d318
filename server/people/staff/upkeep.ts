import { deleteInSteps } from '#server/cluster/in-steps.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { deleteExpiredSessions } from './session/staff-session.store.ts';

/** Rows per transaction. */
const STEP = 100;

/** Deletes sessions of the staff that ended long ago. @returns how many */
export function deleteExpiredStaffSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  stopping: AbortSignal,
): Promise<number> {
  return deleteInSteps(stopping, () => db.withProvider((trx) => deleteExpiredSessions(trx, clock(), STEP)));
}
