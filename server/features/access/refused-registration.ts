import type { Deps } from '#server/domain/deps.ts';
import { deleteOutdatedRows } from './refused-registration.store.ts';

/** Rows per transaction. */
const STEP = 1000;

/** Deletes refused registrations whose e-mail has no account any more: its owner left, or has another e-mail. @returns how many */
export async function deleteOutdatedRefusedRegistrations({ db }: Deps, stopping: AbortSignal): Promise<number> {
  let deleted = 0;
  for (let n = 1; n > 0 && !stopping.aborted; deleted += n) {
    n = await db.withoutClient((trx) => deleteOutdatedRows(trx, STEP));
  }
  return deleted;
}
