import type { Deps } from '#server/domain/deps.ts';
import { deleteInSteps } from '#server/domain/in-steps.ts';
import { secretEncryption } from '#server/domain/second-factor/factor-code.ts';
import { lockSecretsOfOtherKeys, writeSecrets } from './second-factor.store.ts';
import { secretUse } from './second-factor.ts';
import { deleteExpiredSessions } from './staff-session.store.ts';

/** Rows per transaction. */
const STEP = 100;

/**
 * Encrypts the secrets of an older key by `SECRETS_KEY`, so that `SECRETS_KEY_PREVIOUS` can be removed. Idempotent.
 *
 * @returns the number of people whose secrets were encrypted again
 * @throws Error for a secret that neither key decrypts
 */
export async function reencryptSecrets(deps: Deps, stopping: AbortSignal): Promise<number> {
  const encryption = secretEncryption(deps);
  let done = 0;
  for (let n = STEP; n === STEP && !stopping.aborted; done += n) {
    n = await deps.db.withOperator(async (trx) => {
      const rows = await lockSecretsOfOtherKeys(trx, encryption.keyId, STEP);
      for (const { id, secret, pending } of rows) {
        const again = (bytes: Buffer | null) =>
          bytes && encryption.encrypt(encryption.decrypt(bytes, secretUse(id)), secretUse(id));
        await writeSecrets(trx, { id, secret: again(secret), pending: again(pending) });
      }
      return rows.length;
    });
  }
  return done;
}

/** Deletes sessions of the staff that ended long ago. @returns how many */
export function deleteExpiredStaffSessions({ db, clock }: Deps, stopping: AbortSignal): Promise<number> {
  return deleteInSteps(stopping, () => db.withOperator((trx) => deleteExpiredSessions(trx, clock(), STEP)));
}
