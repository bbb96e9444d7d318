import type { Trx } from '#server/db/connection.ts';
import type { CodeGiver } from '#server/domain/second-factor/limit-codes.ts';
import type { PasskeySite } from '#server/domain/second-factor/passkey.ts';
import { accountOf, type Principal } from '#server/platform/principal.ts';

/**
 * A session in which its person gives or changes a second factor. Users of clients and the staff go through the same steps; only what a
 * step does to their sessions differs.
 */
export interface FactorSession {
  principal: Principal;
  /** UUID of a user's session, number of a session of the staff. */
  sessionId: string | number;
  /** The person's name in the list of an authenticator app and of passkeys. */
  name: string;
  /** Page and domain that the person's passkeys are for. */
  site: PasskeySite;
  hasFactor: boolean;
  /** Whether the session has its second step, or its person needs none. */
  isComplete: boolean;
  /** Whether a code was given in the session within the last ten minutes. */
  codeRecent: boolean;
  /** Records that a code or a passkey was given in the session. */
  recordCode: (trx: Trx) => Promise<void>;
  /** Ends all other sessions of the person. */
  endOthers: (trx: Trx) => Promise<void>;
  /** Completes the session after it has proved a new second factor. */
  complete: (trx: Trx) => Promise<void>;
}

/** Returns the person of a session as the giver of a code. */
export const codeGiver = ({ principal, isComplete }: FactorSession): CodeGiver => ({
  account: accountOf(principal),
  complete: isComplete,
});
