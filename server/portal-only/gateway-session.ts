import { decodeJwt } from 'jose';
import { bearerToken } from '#server/platform/http/request/bearer-token.ts';
import type { Authenticate } from '#server/platform/http/request/caller.ts';
import type { CallerPermissions } from '#server/platform/http/request/guard.ts';
import { tokenHash } from '#server/platform/secrets/token-hash.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { normalizeForeignReply } from '#shared/kit/http/foreign-reply.ts';
import { messages } from '#shared/kit/messages.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { deliveryModes } from '#shared/orders/lookups.ts';
import { deliveryModeName, REFRIGERATED_MODE } from '#shared/orders/rules/delivery-modes.ts';
import { clientInfo, currentUser } from '#shared/people/account.ts';
import { type GatewayClient, gatewayUnavailable } from './gateway-client.ts';

/** The caller of a bearer token, as identified by the gateway. */
export interface GatewayCaller extends CallerPermissions {
  username: string;
  /** The user name: another gateway's companies have one user. */
  logonName: string;
  /** Authorization header of the caller. Only sent to the gateway. */
  authorization: string;
}

type Identity = Omit<GatewayCaller, 'authorization'>;

export interface GatewaySessions {
  authenticate: Authenticate<GatewayCaller>;
  /** Removes a bearer token from the cache, after the gateway has refused it. */
  forget(authorization: string | undefined): void;
}

/** Lifetime of a cached identity in ms (readings S2), and maximum number of cached identities. */
const CACHED_MS = MINUTE_MS;
const MAX_CACHED = 10_000;

/**
 * Creates the authentication of a portal before an existing gateway (readings S2): identifies callers by the gateway's user call
 * or, if there is none, by the username in a token that the gateway accepts.
 */
export function createGatewaySessions(send: GatewayClient, clock: () => Date): GatewaySessions {
  const cache = new Map<string, { identity: Promise<Identity>; until: number }>();

  function cachedIdentity(token: string, authorization: string): Promise<Identity> {
    const key = tokenHash(token);
    const now = clock().getTime();
    const found = cache.get(key);
    if (found && found.until > now) return found.identity;
    const identity = identify(send, token, authorization);
    cache.delete(key);
    if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value ?? '');
    const entry = { identity, until: now + CACHED_MS };
    cache.set(key, entry);
    const drop = () => cache.get(key) === entry && cache.delete(key);
    // Failures and callers who still have to accept the terms aren't cached, because they may change at any moment.
    identity.then(({ termsAccepted }) => termsAccepted || drop(), drop);
    return identity;
  }

  return {
    async authenticate({ headers: { authorization = '' } }) {
      const token = bearerToken(authorization);
      if (!token) throw new Failure(401, messages.unauthorized);
      return { ...(await cachedIdentity(token, authorization)), authorization };
    },
    forget(authorization) {
      const token = bearerToken(authorization);
      if (token) cache.delete(tokenHash(token));
    },
  };
}

async function identify(send: GatewayClient, token: string, authorization: string): Promise<Identity> {
  const [user, modes] = await Promise.all([
    userOf(send, token, authorization),
    send(deliveryModes.path, authorization).then(bodyOf),
  ]);
  // Another gateway names no role; it refuses what its users may not do (readings C54).
  return { ...user, logonName: user.username, role: 'owner', fulfillment: hasFulfillment(modes) };
}

async function userOf(
  send: GatewayClient,
  token: string,
  authorization: string,
): Promise<Omit<Identity, 'fulfillment' | 'role' | 'logonName'>> {
  const user = await send(currentUser.path, authorization);
  if (user.status !== 404) {
    const { username, terms_accepted } = normalizeForeignReply(currentUser, bodyOf(user));
    return { username: nameIn(username), termsAccepted: terms_accepted !== false };
  }
  bodyOf(await send(clientInfo.path, authorization));
  return { username: nameIn(claimedUsername(token)), termsAccepted: true };
}

/** Returns the body of a response with status 200. @throws Failure 401 for an invalid token, 503 for any other status */
function bodyOf({ status, body }: { status: number; body: unknown }): unknown {
  if (status === 401) throw new Failure(401, messages.unauthorized);
  if (status !== 200) throw gatewayUnavailable();
  return body;
}

/** Checks a user name. @throws Failure 403 for a missing name: calls to the warehouse need one */
function nameIn(value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new Failure(403, messages.feature);
}

function claimedUsername(token: string): unknown {
  try {
    return decodeJwt(token).username;
  } catch {
    return null;
  }
}

/** Whether the delivery modes include Fulfillment, which only their names show (D1 §4). */
function hasFulfillment(modes: unknown): boolean {
  const fulfillment = deliveryModeName(REFRIGERATED_MODE);
  return normalizeForeignReply(deliveryModes, modes).results.some((mode) => mode?.name === fulfillment);
}
