import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { withPrincipal } from '#server/people/domain/principal-tables.ts';
import { limitCodes } from '#server/people/domain/second-factor/limit-codes.ts';
import type { PasskeyAnswer } from '#shared/people/second-factor/passkey-fields.ts';
import { lockFactor } from './factor.store.ts';
import { logFactorGiven } from './factor-changes.ts';
import { enqueueFactorMail } from './factor-mails.ts';
import { codeGiver, type FactorSession } from './factor-session.ts';
import { findPasskey, takeChallenge, writeUse } from './passkey.store.ts';
import { copiedPasskey, counterFollows, unknownPasskey, verifyPasskeyAnswer } from './webauthn.ts';

/**
 * Accepts a passkey of a person instead of a code, and runs `work` in the transaction that stores its counter. The challenge is taken
 * before it is compared, so that an answer counts once over all nodes. Wrong answers count as wrong codes.
 *
 * @throws Failure 422 on `passkey` for a wrong answer, another person's or a removed passkey, or one whose counter went back; 429
 */
export async function acceptPasskey<T>(
  deps: Deps,
  session: FactorSession,
  answer: PasskeyAnswer,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const { db, clock } = deps;
  const { principal, site } = session;
  const result = await limitCodes(
    deps,
    codeGiver(session),
    async () => {
      const { taken, stored } = await withPrincipal(db, principal, async (trx) => ({
        taken: await takeChallenge(trx, session, clock()),
        stored: await findPasskey(trx, principal, answer.credential),
      }));
      const counter = await verifyPasskeyAnswer(site, taken, stored, answer);
      return withPrincipal(db, principal, async (trx) => {
        await lockFactor(trx, principal);
        // Read again: the passkey may have been removed or used meanwhile.
        const current = await findPasskey(trx, principal, answer.credential);
        if (!current) throw unknownPasskey();
        if (!counterFollows(counter, current.counter)) throw copiedPasskey();
        await writeUse(trx, principal, { credentialId: answer.credential, counter, now: clock() });
        return work(trx);
      });
    },
    (trx) => enqueueFactorMail(deps, trx, 'wrong-codes', principal),
  );
  logFactorGiven(deps, principal);
  return result;
}
