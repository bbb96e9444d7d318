import type { Deps } from '#server/domain/deps.ts';
import { secretEncryption } from '#server/domain/second-factor/factor-code.ts';
import { secretUse } from './accept-code.ts';
import { lockSecretsOfOtherKeys, writeSecret } from './second-factor.store.ts';

/** Rows per transaction. */
const STEP = 100;

/**
 * Encrypts the secrets of a client's users that an older key encrypted by `SECRETS_KEY`, so that `SECRETS_KEY_PREVIOUS` can be
 * removed. Idempotent.
 *
 * @returns the number of secrets that were encrypted again
 * @throws Error for a secret that neither key decrypts
 */
export async function reencryptUserSecrets(deps: Deps, clientId: number, stopping: AbortSignal): Promise<number> {
  const encryption = secretEncryption(deps);
  let done = 0;
  for (let n = STEP; n === STEP && !stopping.aborted; done += n) {
    n = await deps.db.withClient(clientId, async (trx) => {
      const rows = await lockSecretsOfOtherKeys(trx, clientId, encryption.keyId, STEP);
      for (const { id, userId, secret } of rows) {
        const use = secretUse({ clientId, userId });
        await writeSecret(trx, clientId, { id, secret: encryption.encrypt(encryption.decrypt(secret, use), use) });
      }
      return rows.length;
    });
  }
  return done;
}
