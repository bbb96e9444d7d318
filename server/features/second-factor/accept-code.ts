import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { consumeCode } from '#server/domain/second-factor/factor-code.ts';
import { limitCodes, userCodeSubject } from '#server/domain/second-factor/limit-codes.ts';
import type { UserKey } from '#server/domain/user-key.ts';
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
export function acceptCode<T>(deps: Deps, user: UserKey, code: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  const { clientId, userId } = user;
  return limitCodes(
    deps,
    userCodeSubject(user),
    () =>
      deps.db.withClient(clientId, async (trx) => {
        const { secret, lastStep } = await lockFactor(trx, user);
        const kind = await consumeCode(
          deps,
          {
            secret,
            use: secretUse(user),
            lastStep,
            writeStep: (step) => writeAcceptedStep(trx, user, step),
            spendBackupCode: (hash) => markBackupCodeUsed(trx, user, hash, deps.clock()),
          },
          code,
        );
        if (kind === 'backup') await enqueueFactorMail(deps, trx, 'backup-code-used', { clientId, userId });
        return work(trx);
      }),
    (trx) => enqueueFactorMail(deps, trx, 'wrong-codes', user),
  );
}
