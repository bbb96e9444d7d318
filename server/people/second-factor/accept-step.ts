import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { PasskeyAnswer } from '#shared/people/second-factor/passkey-fields.ts';
import { acceptCode } from './accept-code.ts';
import { acceptPasskey } from './accept-passkey.ts';
import type { FactorSession } from './factor-session.ts';

/** Second step of a login: a code or a passkey. */
export type SecondStep = { code: string } | { passkey: PasskeyAnswer };

/** Accepts a code or a passkey, once, and runs `work` in the same transaction. @throws Failure 422 on `code` or `passkey`; 429 */
export const acceptStep = <T>(
  deps: Deps,
  session: FactorSession,
  step: SecondStep,
  work: (trx: Trx) => Promise<T>,
): Promise<T> =>
  'code' in step ? acceptCode(deps, session, step.code, work) : acceptPasskey(deps, session, step.passkey, work);
