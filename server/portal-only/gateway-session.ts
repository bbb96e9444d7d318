import { decodeJwt } from 'jose';
import { bearerToken } from '#server/platform/http/bearer-token.ts';
import type { Authenticate } from '#server/platform/http/caller.ts';
import type { CallerPermissions } from '#server/platform/http/guard.ts';
import { tokenHash } from '#server/platform/token-hash.ts';
import { clientInfo, currentUser } from '#shared/account.ts';
import { Failure } from '#shared/http/failure.ts';
import { deliveryModes } from '#shared/lookups.ts';
import { messages } from '#shared/messages.ts';
import { deliveryModeName, REFRIGERATED_MODE } from '#shared/rules/delivery-modes.ts';
import { type GatewayClient, gatewayUnavailable } from './gateway-client.ts';

/** Whom the gateway says that a bearer is. */
export interface GatewayCaller extends CallerPermissions {
  username: string;
  /** What the gateway knows the caller by: goes to it and nowhere else. */
  authorization: string;
}

type Known = Omit<GatewayCaller, 'authorization'>;

export interface GatewaySessions {
  authenticate: Authenticate<GatewayCaller>;
  /** The gateway has refused this bearer: nothing is believed of it any more. */
  forget(authorization: string | undefined): void;
}

/** How long the gateway isn't asked again who somebody is, in ms (readings S2), and of how many that is remembered. */
const CACHED_MS = 60_000;
const MAX_CACHED = 10_000;

/**
 * Says who makes a call by asking the gateway (readings S2): its user call, or, where there is none, the username that a
 * token claims which the gateway has accepted.
 */
export function createGatewaySessions(ask: GatewayClient, clock: () => Date): GatewaySessions {
  const cache = new Map<string, { known: Promise<Known>; until: number }>();

  function cachedIdentity(token: string, authorization: string): Promise<Known> {
    const key = tokenHash(token);
    const now = clock().getTime();
    const found = cache.get(key);
    if (found && found.until > now) return found.known;
    const known = identify(ask, token, authorization);
    cache.delete(key);
    if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value ?? '');
    const entry = { known, until: now + CACHED_MS };
    cache.set(key, entry);
    const drop = () => cache.get(key) === entry && cache.delete(key);
    // What may change at any moment isn't kept: a failure, and terms that are about to be accepted.
    known.then(({ termsAccepted }) => termsAccepted || drop(), drop);
    return known;
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

async function identify(ask: GatewayClient, token: string, authorization: string): Promise<Known> {
  const [user, modes] = await Promise.all([
    userOf(ask, token, authorization),
    ask(deliveryModes.path, authorization).then(accepted),
  ]);
  return { ...user, fulfillment: hasFulfillment(modes) };
}

async function userOf(ask: GatewayClient, token: string, authorization: string): Promise<Omit<Known, 'fulfillment'>> {
  const user = await ask(currentUser.path, authorization);
  if (user.status !== 404) {
    const body = Object(accepted(user));
    const { username, terms_accepted } = { ...body, ...body.results };
    return { username: nameIn(username), termsAccepted: terms_accepted !== false };
  }
  accepted(await ask(clientInfo.path, authorization));
  return { username: nameIn(claimed(token)), termsAccepted: true };
}

/** The body of an answer that says yes. @throws Failure 401 when the gateway doesn't know the bearer, 503 for anything else */
function accepted({ status, body }: { status: number; body: unknown }): unknown {
  if (status === 401) throw new Failure(401, messages.unauthorized);
  if (status !== 200) throw gatewayUnavailable();
  return body;
}

/** @throws Failure 403 for what is no name: nothing may be asked for in nobody's name */
function nameIn(value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new Failure(403, messages.feature);
}

function claimed(token: string): unknown {
  try {
    return decodeJwt(token).username;
  } catch {
    return null;
  }
}

/** Fulfillment shows in the names of the delivery modes (D1 §4). */
function hasFulfillment(modes: unknown): boolean {
  const { results } = Object(modes) as { results?: unknown };
  const name = deliveryModeName(REFRIGERATED_MODE);
  return Array.isArray(results) && results.some((mode) => Object(mode).name === name);
}
