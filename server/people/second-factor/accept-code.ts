import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { rateLimitNotices } from '#server/people/domain/mail/mail-rate-limits.ts';
import { withPrincipal } from '#server/people/domain/principal-tables.ts';
import { consumeCode, secretUse } from '#server/people/domain/second-factor/factor-code.ts';
import { limitCodes } from '#server/people/domain/second-factor/limit-codes.ts';
import { accountOf } from '#server/platform/secrets/principal.ts';
import { lockFactor, markBackupCodeUsed, writeAcceptedStep } from './factor.store.ts';
import { logFactorGiven } from './factor-changes.ts';
import { enqueueFactorMail } from './factor-mails.ts';
import { codeGiver, type FactorSession } from './factor-session.ts';

/**
 * Accepts a code of a person's second factor, once, and runs `work` in the same transaction. The person's lock serialises attempts of
 * all nodes. A used backup code is reported by mail, and many wrong codes.
 *
 * @param session without a session, as by a link of a mail, the person with `factorGiven: false`
 * @throws Failure 422 on `code` for a wrong or used one, or without a second factor; 429 after five wrong codes
 */
export async function acceptCode<T>(
  deps: Deps,
  session: Pick<FactorSession, 'principal' | 'hasFactor' | 'factorGiven'>,
  code: string,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const { principal } = session;
  const result = await limitCodes(
    deps,
    codeGiver(session),
    () =>
      withPrincipal(deps.db, principal, async (trx) => {
        const { secret, lastStep } = await lockFactor(trx, principal);
        const kind = await consumeCode(
          deps,
          {
            secret,
            use: secretUse(principal),
            lastStep,
            writeStep: (step) => writeAcceptedStep(trx, principal, step),
            spendBackupCode: (hash) => markBackupCodeUsed(trx, principal, hash, deps.clock()),
          },
          code,
        );
        if (kind === 'backup') {
          await rateLimitNotices(trx, deps, 'backup-code-used', accountOf(principal));
          await enqueueFactorMail(deps, trx, 'backup-code-used', principal);
        }
        return work(trx);
      }),
    (trx) => enqueueFactorMail(deps, trx, 'wrong-codes', principal),
  );
  logFactorGiven(deps, principal);
  return result;
}
