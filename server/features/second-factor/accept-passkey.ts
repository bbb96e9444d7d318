import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { limitCodes, userGivingCode } from '#server/domain/second-factor/limit-codes.ts';
import {
  copiedPasskey,
  counterFollows,
  unknownPasskey,
  verifyPasskeyAnswer,
} from '#server/domain/second-factor/passkey.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { PasskeyAnswer } from '#shared/passkey.ts';
import { enqueueFactorMail } from './factor-mails.ts';
import { findPasskey, takeChallenge, writeUse } from './passkey.store.ts';
import { lockFactor } from './second-factor.store.ts';

/**
 * Accepts a passkey of a user instead of a code, and runs `work` in the transaction that stores its counter. The challenge is taken
 * before it is compared, so that an answer counts once over all nodes. Wrong answers count as wrong codes.
 *
 * @throws Failure 422 on `passkey` for a wrong answer, another person's or a removed passkey, or one whose counter went back; 429
 */
export function acceptPasskey<T>(
  deps: Deps,
  caller: Caller,
  answer: PasskeyAnswer,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const { db, config, clock } = deps;
  const { clientId } = caller;
  return limitCodes(
    deps,
    userGivingCode(caller),
    async () => {
      const { taken, stored } = await db.withClient(clientId, async (trx) => ({
        taken: await takeChallenge(trx, caller, clock()),
        stored: await findPasskey(trx, caller, answer.credential),
      }));
      const counter = await verifyPasskeyAnswer(config, taken, stored, answer);
      return db.withClient(clientId, async (trx) => {
        await lockFactor(trx, caller);
        // Read again: the passkey may have been removed or used meanwhile.
        const current = await findPasskey(trx, caller, answer.credential);
        if (!current) throw unknownPasskey();
        if (!counterFollows(counter, current.counter)) throw copiedPasskey();
        await writeUse(trx, caller, { credentialId: answer.credential, counter, now: clock() });
        return work(trx);
      });
    },
    (trx) => enqueueFactorMail(deps, trx, 'wrong-codes', caller),
  );
}
