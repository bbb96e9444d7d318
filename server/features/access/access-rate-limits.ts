import { type Backoff, countAttempt, type RateLimit } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/domain/deps.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Five attempts are free, then the next one waits 1, 2, 4 … seconds, at most a quarter of an hour. */
const delays = Array.from({ length: 16 }, (_, n) => (n < 5 ? 0 : Math.min(900, 2 ** (n - 5))));

/** Wrong passwords of one account, or of a name that nobody has, from one network. */
export const LOGIN_RATE_LIMIT: Backoff = { name: 'login', delays, maxDelaySeconds: 0 };

/** Wrong current passwords of a user who changes the password. */
export const PASSWORD_CHANGE_RATE_LIMIT: Backoff = { name: 'password', delays, maxDelaySeconds: 0 };

/** Attempts from unfamiliar networks that an account takes within an hour without a delay. */
export const FREE_ATTEMPTS = 20;

/** Longest delay of an attempt from an unfamiliar network, in seconds. */
export const MAX_DELAY_S = 5;

/** Attempts on one account from all unfamiliar networks: past the free ones they follow each other by 1 to 4 seconds. */
export const UNFAMILIAR_NETWORK_RATE_LIMIT: Backoff = {
  name: 'login-account',
  delays: Array.from({ length: 180 }, (_, n) => (n + 1 < FREE_ATTEMPTS ? 0 : 1 + Math.floor((n + 1) / 60))),
  maxDelaySeconds: MAX_DELAY_S,
};

/** Failed logins of one network. */
export const networkFailureRateLimit = (network: string): RateLimit => ({
  name: 'login-ip',
  subject: network,
  limit: 50,
  seconds: 600,
});

/** Mails that warn an account's owner of guesses. */
export const bruteForceAlertRateLimit = (account: string): RateLimit => ({
  name: 'login-alert',
  subject: account,
  limit: 1,
  seconds: DAY,
});

/**
 * The mailbox that an address leads to, for counting alone: case and what follows a plus are left out, at Gmail the dots too.
 * Where a plus means something else, two mailboxes share a limit.
 */
function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.toLowerCase().split('@');
  const bare = name.split('+', 1)[0] ?? '';
  return /^(gmail|googlemail)\.com$/.test(host) ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${host}`;
}

/** Mails that anybody may cause to one mailbox. */
const mailRateLimits = (email: string): RateLimit[] => [
  { name: 'mail-hour', subject: mailboxOf(email), limit: 5, seconds: HOUR },
  { name: 'mail-day', subject: mailboxOf(email), limit: 15, seconds: DAY },
];

/** Limits mails that a visitor asks for: one in 20 seconds, five an hour and fifteen a day to a mailbox, thirty an hour from a network. */
export function rateLimitMails(deps: Deps, network: string, email: string): Promise<void> {
  return countAttempt(deps, [
    { name: 'mail-20s', subject: mailboxOf(email), limit: 1, seconds: 20 },
    ...mailRateLimits(email),
    { name: 'mail-ip', subject: network, limit: 30, seconds: HOUR },
  ]);
}

/** Limits registrations that a network may try in an hour. */
export function rateLimitRegistrations(deps: Deps, network: string): Promise<void> {
  return countAttempt(deps, [{ name: 'register-ip', subject: network, limit: 20, seconds: HOUR }]);
}

/** Limits mails that registrations cause: they share the mailbox's windows with those that visitors ask for. */
export function rateLimitRegistrationMails(deps: Deps, email: string): Promise<void> {
  return countAttempt(deps, mailRateLimits(email));
}

/** Limits tokens of links that a network may try in an hour. */
export function rateLimitTokens(deps: Deps, network: string): Promise<void> {
  return countAttempt(deps, [{ name: 'token-ip', subject: network, limit: 60, seconds: HOUR }]);
}
