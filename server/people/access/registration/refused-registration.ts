import { deleteInSteps } from '#server/cluster/in-steps.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { deleteOutdatedRows } from './refused-registration.store.ts';

/** Rows per transaction. */
const STEP = 1000;

/** Deletes refused registrations whose e-mail has no account any more: its owner left, or has another e-mail. @returns how many */
export function deleteOutdatedRefusedRegistrations({ db }: Pick<Deps, 'db'>, stopping: AbortSignal): Promise<number> {
  return deleteInSteps(stopping, () => db.withoutClient((trx) => deleteOutdatedRows(trx, STEP)));
}
