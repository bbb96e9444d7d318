import { changeInSteps } from '#server/cluster/in-steps.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { withPrincipal } from '#server/people/domain/principal-tables.ts';
import { secretEncryption, secretUse } from '#server/people/domain/second-factor/factor-code.ts';
import { staffPrincipal, userPrincipal } from '#server/platform/secrets/principal.ts';
import { lockSecretsOfOtherKeys, writeSecret } from './factor.store.ts';

/** Rows per transaction. */
const STEP = 100;

/**
 * Encrypts the secrets of a client's users, or of the staff, that an older key encrypted by `SECRETS_KEY`, so that `SECRETS_KEY_PREVIOUS`
 * can be removed. Idempotent.
 *
 * @param clientId null for the staff
 * @returns the number of secrets that were encrypted again
 * @throws Error for a secret that neither key decrypts
 */
export async function reencryptSecrets(deps: Deps, clientId: number | null, stopping: AbortSignal): Promise<number> {
  const encryption = secretEncryption(deps);
  const principalOf = (id: number) =>
    clientId === null ? staffPrincipal(id) : userPrincipal({ clientId, userId: id });
  return changeInSteps(stopping, STEP, () =>
    withPrincipal(deps.db, { clientId }, async (trx) => {
      const rows = await lockSecretsOfOtherKeys(trx, clientId, encryption.keyId, STEP);
      for (const { id, personId, secret } of rows) {
        const principal = principalOf(personId);
        const use = secretUse(principal);
        await writeSecret(trx, principal, id, encryption.encrypt(encryption.decrypt(secret, use), use));
      }
      return rows.length;
    }),
  );
}
