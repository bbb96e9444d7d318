import { type BackOff, countAttempt, type Window } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/domain/deps.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Five attempts are free, then the next one waits 1, 2, 4 … seconds, at most a quarter of an hour. */
const delays = Array.from({ length: 16 }, (_, n) => (n < 5 ? 0 : Math.min(900, 2 ** (n - 5))));

/** Wrong passwords of one account, or of a name that nobody has, from one network. */
export const LOGIN: BackOff = { name: 'login', delays, patience: 0 };

/** Wrong current passwords of a user who changes the password. */
export const PASSWORD_CHANGE: BackOff = { name: 'password', delays, patience: 0 };

/** Attempts from unfamiliar networks that an account takes within an hour without a delay. */
export const FREE_ATTEMPTS = 20;

/** Longest delay of an attempt from an unfamiliar network, in seconds. */
export const LONGEST_DELAY = 5;

/** Attempts on one account from all unfamiliar networks: past the free ones they follow each other by 1 to 4 seconds. */
export const UNFAMILIAR: BackOff = {
  name: 'login-account',
  delays: Array.from({ length: 180 }, (_, n) => (n + 1 < FREE_ATTEMPTS ? 0 : 1 + Math.floor((n + 1) / 60))),
  patience: LONGEST_DELAY,
};

/** Failed logins of one network. */
export const networkFailures = (visitor: string): Window => ({
  name: 'login-ip',
  of: visitor,
  limit: 50,
  seconds: 600,
});

/** Mails that warn an account's owner of guesses. */
export const guessAlerts = (account: string): Window => ({ name: 'login-alert', of: account, limit: 1, seconds: DAY });

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
const mailWindows = (email: string): Window[] => [
  { name: 'mail-hour', of: mailboxOf(email), limit: 5, seconds: HOUR },
  { name: 'mail-day', of: mailboxOf(email), limit: 15, seconds: DAY },
];

/** Limits mails that a visitor asks for: one in 20 seconds, five an hour and fifteen a day to a mailbox, thirty an hour from a network. */
export function limitMails(deps: Deps, visitor: string, email: string): Promise<void> {
  return countAttempt(deps, [
    { name: 'mail-20s', of: mailboxOf(email), limit: 1, seconds: 20 },
    ...mailWindows(email),
    { name: 'mail-ip', of: visitor, limit: 30, seconds: HOUR },
  ]);
}

/** Limits registrations that a network may try in an hour. */
export function limitRegistrations(deps: Deps, visitor: string): Promise<void> {
  return countAttempt(deps, [{ name: 'register-ip', of: visitor, limit: 20, seconds: HOUR }]);
}

/** Limits mails that registrations cause: they share the mailbox's windows with those that visitors ask for. */
export function limitRegistrationMails(deps: Deps, email: string): Promise<void> {
  return countAttempt(deps, mailWindows(email));
}

/** Limits tokens of links that a network may try in an hour. */
export function limitTokens(deps: Deps, visitor: string): Promise<void> {
  return countAttempt(deps, [{ name: 'token-ip', of: visitor, limit: 60, seconds: HOUR }]);
}
