import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { rateLimitNotices } from '#server/domain/mail-rate-limits.ts';
import { consumeCode } from '#server/domain/second-factor/factor-code.ts';
import { limitCodes, userGivingCode } from '#server/domain/second-factor/limit-codes.ts';
import type { UserKey } from '#server/domain/user-key.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { enqueueFactorMail } from './factor-mails.ts';
import { lockFactor, markBackupCodeUsed, writeAcceptedStep } from './second-factor.store.ts';

/** Use of an encrypted secret: a secret of one user can't be read as another's. */
export const secretUse = ({ clientId, userId }: UserKey) => `totp user ${clientId}:${userId}`;

/**
 * Accepts a code of a user's second factor, once, and runs `work` in the same transaction. The user's lock serialises attempts of
 * all nodes. A used backup code is reported by mail, and many wrong codes.
 *
 * @throws Failure 422 on `code` for a wrong or used one, or without a second factor; 429 after five wrong codes
 */
export function acceptCode<T>(deps: Deps, caller: Caller, code: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  const { clientId, userId } = caller;
  return limitCodes(
    deps,
    userGivingCode(caller),
    () =>
      deps.db.withClient(clientId, async (trx) => {
        const { secret, lastStep } = await lockFactor(trx, caller);
        const kind = await consumeCode(
          deps,
          {
            secret,
            use: secretUse(caller),
            lastStep,
            writeStep: (step) => writeAcceptedStep(trx, caller, step),
            spendBackupCode: (hash) => markBackupCodeUsed(trx, caller, hash, deps.clock()),
          },
          code,
        );
        if (kind === 'backup') {
          await rateLimitNotices(trx, deps, 'backup-code-used', `user ${clientId}:${userId}`);
          await enqueueFactorMail(deps, trx, 'backup-code-used', { clientId, userId });
        }
        return work(trx);
      }),
    (trx) => enqueueFactorMail(deps, trx, 'wrong-codes', caller),
  );
}
