import type { Trx } from '#server/db/connection.ts';
import type { CodeGiver } from '#server/people/domain/second-factor/limit-codes.ts';
import { accountOf, type StaffPrincipal, type UserPrincipal } from '#server/platform/secrets/principal.ts';
import type { PasskeySite } from './webauthn.ts';

/** The facts of a session that a step of the second factor needs, and the changes that it makes to the session. */
interface SessionOfFactor {
  /** The person's name in the list of an authenticator app and of passkeys. */
  name: string;
  /** Page and domain that the person's passkeys are for. */
  site: PasskeySite;
  /** Whether the person had a second factor when the session was read. Another session may have set it up since. */
  hasFactor: boolean;
  /** Whether the session has its second step. */
  factorGiven: boolean;
  /** Whether a code was given in the session within the last ten minutes. */
  codeRecent: boolean;
  /** Records that a code or a passkey was given in the session. */
  recordCode: (trx: Trx) => Promise<void>;
  /** Completes the session after it has proved a new second factor. */
  complete: (trx: Trx) => Promise<void>;
}

/**
 * A session in which its person gives or changes a second factor. Users of clients and the staff go through the same steps; only what a
 * step does to their sessions differs.
 */
export type FactorSession = SessionOfFactor &
  ({ principal: UserPrincipal; sessionId: string } | { principal: StaffPrincipal; sessionId: number });

/**
 * Returns the person of a session as the giver of a code. A session without a second step counts as complete if the
 * user has no second factor.
 */
export const codeGiver = ({
  principal,
  hasFactor,
  factorGiven,
}: Pick<FactorSession, 'principal' | 'hasFactor' | 'factorGiven'>): CodeGiver => ({
  account: accountOf(principal),
  complete: factorGiven || (principal.kind === 'user' && !hasFactor),
});
