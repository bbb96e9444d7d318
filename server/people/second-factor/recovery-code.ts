import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { backupCodeHash, generateBackupCode } from '#server/people/domain/second-factor/backup-code.ts';
import type { Principal } from '#server/platform/secrets/principal.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { RECOVERY_MINUTES } from '#shared/people/second-factor/factor-code.ts';
import { insertRecoveryCode, lockFactor } from './factor.store.ts';

/**
 * Issues a code for one login without the phone, valid for ten minutes. It ends an earlier one. The second factor stays.
 *
 * @returns the code; null for a person without a second factor
 */
export async function issueRecoveryCode(
  { clock }: Pick<Deps, 'clock'>,
  trx: Trx,
  principal: Principal,
): Promise<string | null> {
  const { secret } = await lockFactor(trx, principal);
  if (!secret) return null;
  const now = clock();
  const code = generateBackupCode();
  const expiresAt = new Date(now.getTime() + RECOVERY_MINUTES * MINUTE_MS);
  await insertRecoveryCode(trx, principal, { hash: backupCodeHash(code), now, expiresAt });
  return code;
}
