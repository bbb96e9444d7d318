import {
  BACKOFF_DELAYS,
  type Backoff,
  countAttempt,
  countAttemptIn,
  type RateLimit,
} from '#server/cluster/rate-limit.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { rateLimitNotices } from '#server/people/domain/mail/mail-rate-limits.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import { accountOf, type Principal, userPrincipal } from '#server/platform/secrets/principal.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '#shared/kit/time-units.ts';

/** Limits wrong passwords per account (or unknown name) and network. */
export const LOGIN_RATE_LIMIT: Backoff = { name: 'login', delays: BACKOFF_DELAYS, maxDelaySeconds: 0 };

/** Returns the subject of `LOGIN_RATE_LIMIT`. */
export const loginSubject = (account: string, network: string): string => `${account}\n${network}`;

/** Limits wrong current passwords per user who changes the password. */
export const PASSWORD_CHANGE_RATE_LIMIT: Backoff = { name: 'password', delays: BACKOFF_DELAYS, maxDelaySeconds: 0 };

/** Attempts per account from unfamiliar networks within an hour that aren't delayed. */
export const FREE_ATTEMPTS = 20;

/** Longest delay of an attempt from an unfamiliar network, in seconds. */
export const MAX_DELAY_S = 5;

/** Limits attempts per account from all unfamiliar networks together: after the free ones, one every 1 to 4 seconds. */
export const UNFAMILIAR_NETWORK_RATE_LIMIT: Backoff = {
  name: 'login-account',
  delays: Array.from({ length: 180 }, (_, n) => (n + 1 < FREE_ATTEMPTS ? 0 : 1 + Math.floor((n + 1) / 60))),
  maxDelaySeconds: MAX_DELAY_S,
};

/** Limits failed logins per network: 50 in ten minutes. */
export const networkFailureRateLimit = (network: string): RateLimit => ({
  name: 'login-ip',
  subject: network,
  limit: 50,
  seconds: 600,
});

/** Limits brute-force alerts per account: one mail a day. */
export const bruteForceAlertRateLimit = (account: string): RateLimit => ({
  name: 'login-alert',
  subject: account,
  limit: 1,
  seconds: DAY_SECONDS,
});

/** Limits attempts to register per network: 20 an hour. @throws Failure 429 */
export function rateLimitRegistrations(deps: Deps, network: string): Promise<void> {
  return countAttempt(deps, [{ name: 'register-ip', subject: network, limit: 20, seconds: HOUR_SECONDS }]);
}

/** Limits a company's new invitations: 20 a day, counted in the call's transaction. @throws Failure 429 */
export function rateLimitInvitations(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  trx: Trx,
  clientId: number,
): Promise<void> {
  const limit = { name: 'invitation-client', subject: String(clientId), limit: 20, seconds: DAY_SECONDS };
  return countAttemptIn(trx, [limit], clock(), config);
}

const teamMailRateLimit = (clientId: number): RateLimit => ({
  name: 'team-mail-client',
  subject: String(clientId),
  limit: 60,
  seconds: HOUR_SECONDS,
});

/**
 * Limits a company's calls that mail its users: 60 an hour, counted in the call's transaction. Suspending and removing a user isn't
 * limited: otherwise an administrator could use the limit up and stay. Resuming and inviting limit how often they mail.
 *
 * @throws Failure 429
 */
export function rateLimitTeamMails(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  trx: Trx,
  clientId: number,
): Promise<void> {
  return countAttemptIn(trx, [teamMailRateLimit(clientId)], clock(), config);
}

/**
 * Limits calls with one effect on a user that are reported by mail to the user or the owners: ten an hour, and 60 for
 * all users of the company.
 *
 * @param by user who acts, for calls that restore somebody's access: each acting user has a limit of their own
 * @throws Failure 429
 */
export async function rateLimitTeamNotices(
  deps: Deps,
  trx: Trx,
  user: UserKey,
  effect: string,
  by: number | null = null,
): Promise<void> {
  await rateLimitNotices(trx, deps, effect, `${accountOf(userPrincipal(user))}${by === null ? '' : ` by ${by}`}`);
  await rateLimitTeamMails(deps, trx, user.clientId);
}

/**
 * Limits changes of a company's requirement of a second factor, each of which mails many users: 6 an hour. They also count as calls
 * that mail users.
 *
 * @throws Failure 429
 */
export function rateLimitRequirement(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  trx: Trx,
  clientId: number,
): Promise<void> {
  const requirement = { name: 'requirement-client', subject: String(clientId), limit: 6, seconds: HOUR_SECONDS };
  return countAttemptIn(trx, [teamMailRateLimit(clientId), requirement], clock(), config);
}

/** Limits changes of the e-mail that a user requests: 10 a day. @throws Failure 429 */
export function rateLimitEmailChanges(deps: Deps, userId: number): Promise<void> {
  return countAttempt(deps, [{ name: 'email-change-user', subject: String(userId), limit: 10, seconds: DAY_SECONDS }]);
}

/** Limits attempts with one-time tokens per network: 60 an hour, those of users and of the staff apart. @throws Failure 429 */
export function rateLimitTokens(deps: Deps, network: string, kind: Principal['kind'] = 'user'): Promise<void> {
  const name = kind === 'user' ? 'token-ip' : 'staff-token-ip';
  return countAttempt(deps, [{ name, subject: network, limit: 60, seconds: HOUR_SECONDS }]);
}
