import { type Limit, throttle } from '#server/cluster/throttle.ts';
import type { Deps } from '#server/domain/deps.ts';

const HOUR = 3600;

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
const mailLimits = (email: string): Limit[] => [
  { kind: 'mail-hour', of: mailboxOf(email), most: 5, seconds: HOUR },
  { kind: 'mail-day', of: mailboxOf(email), most: 15, seconds: 24 * HOUR },
];

/** Mails that a visitor asks for: one in 20 seconds, five an hour and fifteen a day to a mailbox, thirty an hour from a network. */
export function throttleMail(deps: Deps, visitor: string, email: string): Promise<void> {
  return throttle(deps, [
    { kind: 'mail-20s', of: mailboxOf(email), most: 1, seconds: 20 },
    ...mailLimits(email),
    { kind: 'mail-ip', of: visitor, most: 30, seconds: HOUR },
  ]);
}

/** Registrations that a network may try in an hour. */
export function throttleRegistration(deps: Deps, visitor: string): Promise<void> {
  return throttle(deps, [{ kind: 'register-ip', of: visitor, most: 20, seconds: HOUR }]);
}

/** Mails that registrations cause: they share the mailbox's limits with those that visitors ask for. */
export function throttleRegistrationMail(deps: Deps, email: string): Promise<void> {
  return throttle(deps, mailLimits(email));
}

/** Tokens of links that a network may try in an hour. */
export function throttleToken(deps: Deps, visitor: string): Promise<void> {
  return throttle(deps, [{ kind: 'token-ip', of: visitor, most: 60, seconds: HOUR }]);
}
