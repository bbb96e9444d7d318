import { currentUser } from '#shared/account.ts';
import type { GatewayClient } from './gateway-client.ts';

/** How long what was found holds, in ms. */
const CACHE_MS = 60_000;

/**
 * Whether the gateway has the user call (readings R4, C36), so that browsers don't ask for what isn't there. Without a bearer
 * it is refused where it exists. Nobody waits for the answer: until there is one, it may have it.
 */
export function watchUserEndpoint(ask: GatewayClient, clock: () => Date): () => boolean {
  let exists = true;
  let holdsUntil = 0;
  const look = () => {
    holdsUntil = clock().getTime() + CACHE_MS;
    ask(currentUser.path).then(
      ({ status }) => {
        exists = status !== 404;
      },
      // It doesn't answer, and said so to the log: what was known holds.
      () => {},
    );
  };
  look();
  return () => {
    if (clock().getTime() >= holdsUntil) look();
    return exists;
  };
}
