import type { Deps } from '#server/deps.ts';
import { throttle } from '#server/platform/throttle.ts';

const HOUR = 3600;

/** Mails that a stranger may cause: one in 20 seconds and five an hour to an address, thirty an hour from a network. */
export function throttleMail(deps: Deps, visitor: string, email: string): Promise<void> {
  const of = email.toLowerCase();
  return throttle(deps, [
    { kind: 'mail-20s', of, most: 1, seconds: 20 },
    { kind: 'mail-hour', of, most: 5, seconds: HOUR },
    { kind: 'mail-ip', of: visitor, most: 30, seconds: HOUR },
  ]);
}

/** Tokens of links that a network may try in an hour. */
export function throttleToken(deps: Deps, visitor: string): Promise<void> {
  return throttle(deps, [{ kind: 'token-ip', of: visitor, most: 60, seconds: HOUR }]);
}
