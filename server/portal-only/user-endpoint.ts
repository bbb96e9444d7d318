import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { currentUser } from '#shared/people/account.ts';
import type { GatewayClient } from './gateway-client.ts';

/** Lifetime of the cached result, in ms. */
const CACHE_MS = MINUTE_MS;

/**
 * Watches whether the gateway has the user call (readings R4, C36), so that browsers don't call a missing endpoint. Probes
 * without a bearer token: an existing call answers 401. Returns true until the first result, and never waits.
 */
export function watchUserEndpoint(send: GatewayClient, clock: () => Date): () => boolean {
  let exists = true;
  let cachedUntil = 0;
  const probe = () => {
    cachedUntil = clock().getTime() + CACHE_MS;
    send(currentUser.path).then(
      ({ status }) => {
        exists = status !== 404;
      },
      // The client has logged the error. Keeps the previous result.
      () => {},
    );
  };
  probe();
  return () => {
    if (clock().getTime() >= cachedUntil) probe();
    return exists;
  };
}
