import type { FastifyRequest } from 'fastify';
import { createLocalRateLimit } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { invalidateSessions } from '#server/people/domain/cached-sessions.ts';
import { bearerToken } from '#server/platform/http/request/bearer-token.ts';
import type { Authenticate, Caller, Guard } from '#server/platform/http/request/caller.ts';
import { guard, guardStepUp, isWhole } from '#server/platform/http/request/guard.ts';
import { createSessionTokens, type SessionTokens } from '#server/platform/secrets/session-tokens.ts';
import { tokenHash } from '#server/platform/secrets/token-hash.ts';
import { BACKGROUND_HEADER } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { findSessionClient, type LiveSession, markSeen, readLiveSessions, revokeSession } from './session.store.ts';

/** Hours after which an unused session ends (`idle`), and hours after which any session ends (`absolute`). */
export const SESSION_HOURS = { idle: 8, absolute: 12 } as const;

/** Rate limit per client and node. Many open portals stay below it; a runaway program exceeds it at once. */
const MAX_CALLS_PER_SECOND = 300;

/** Time in ms after which a session's use is recorded again: a write for each call would be wasted. */
const SEEN_INTERVAL_MS = 5 * MINUTE_MS;

/** How long after its login a session's use is recorded for the first time: a program's session is often used only at once. */
const FIRST_SEEN_MS = 5000;

export interface Sessions {
  authenticate: Authenticate;
  guard: Guard;
  tokens: SessionTokens;
  /** Revokes the session of a request's token; ignores an invalid token (readings S15). */
  end(request: FastifyRequest): Promise<void>;
  /** Returns those sessions of a client that haven't ended, aren't blocked and don't lack a second step or its set-up. Doesn't count as activity of the sessions. */
  filterLive(clientId: number, sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A cached session. */
export interface CachedSession {
  caller: Caller;
  /** Time at which the row was read. */
  readAt: Date;
  /** When the session ends, new terms begin to bind, or the company's requirement of a second factor begins. */
  validUntil: Date;
}

/** Time in ms that a session is cached. Bounds how long another node accepts a revoked session. */
const TTL_MS = 5000;

/** Maximum number of cached sessions. */
const MAX_ENTRIES = 10_000;

/** In-memory cache of sessions by token; invalidation removes revoked and changed sessions of this node. */
interface SessionCache {
  get(token: string, now: Date): Caller | null;
  /** Begins a look-up at a time. @returns a function that stores its result, unless the cache was invalidated meanwhile */
  begin(now: Date): (token: string, caller: Caller, validUntil: Date) => void;
  /** Removes the matching sessions: they were revoked, or their permissions changed. */
  invalidate(matches: (caller: Caller) => boolean): void;
}

/** @param entries by `tokenHash`; passed by the test that no token is stored */
export function createSessionCache(entries = new Map<string, CachedSession>()): SessionCache {
  let invalidations = 0;
  return {
    get(token, now) {
      const key = tokenHash(token);
      const entry = entries.get(key);
      if (!entry) return null;
      // A clock that was set back must not keep an entry for longer.
      const age = now.getTime() - entry.readAt.getTime();
      if (age >= 0 && age < TTL_MS && entry.validUntil > now) return entry.caller;
      entries.delete(key);
      return null;
    },
    begin(now) {
      const begun = invalidations;
      return (token, caller, validUntil) => {
        // A row that was read before a revocation must not outlive it.
        if (begun !== invalidations) return;
        const [oldest] = entries.size >= MAX_ENTRIES ? entries.keys() : [];
        if (oldest !== undefined) entries.delete(oldest);
        entries.set(tokenHash(token), { caller, validUntil, readAt: now });
      };
    },
    invalidate(matches) {
      invalidations++;
      for (const [key, { caller }] of entries) if (matches(caller)) entries.delete(key);
    },
  };
}

/** Authenticates callers by the session's row. Of the token's claims only the session's id is used. */
export function createSessions({
  db,
  bus,
  events,
  clock,
  config,
}: Pick<Deps, 'db' | 'bus' | 'events' | 'clock' | 'config'>): Sessions {
  const tokens = createSessionTokens({ secret: config.JWT_SECRET, previous: config.JWT_SECRET_PREVIOUS });
  const cache = createSessionCache();
  // A gateway that speaks only the specifications has no call to set a second factor up (readings C55).
  const readLive = (clientId: number, sessionIds: readonly string[], now: Date) =>
    readLiveSessions(db, clientId, sessionIds, { now, canSetUp: !config.STRICT_CONTRACT });
  const rateLimit = createLocalRateLimit(MAX_CALLS_PER_SECOND, { clock, config }, 1000);
  bus.subscribe((clientId, { kind }) => {
    if (clientId === null) cache.invalidate(() => true);
    else if (kind === 'session') cache.invalidate((caller) => caller.clientId === clientId);
  });

  async function read(token: string, now: Date, background: boolean): Promise<Caller | null> {
    const cacheSession = cache.begin(now);
    const claims = await tokens.verify(token, now);
    const clientId = claims && (await findSessionClient(db, claims.sessionId));
    const [session] = clientId ? await readLive(clientId, [claims.sessionId], now) : [];
    if (!clientId || !session) return null;
    const { caller, createdAt, lastSeenAt } = session;
    const endsAt = sessionEnd(session);
    if (endsAt <= now) return null;
    const interval = lastSeenAt > createdAt ? SEEN_INTERVAL_MS : FIRST_SEEN_MS;
    const due = now.getTime() - lastSeenAt.getTime() > interval;
    if (due && !background) await markSeen(db, clientId, caller.sessionId, now);
    // A session whose activity wasn't recorded isn't cached: the next call may be an active one.
    if (!due || !background) cacheSession(token, caller, cachedUntil(caller, endsAt, now));
    return caller;
  }

  return {
    tokens,
    async authenticate(request, endpoint) {
      const now = clock();
      const token = bearerToken(request.headers.authorization);
      const background = endpoint.background === true || BACKGROUND_HEADER in request.headers;
      const caller = token && (cache.get(token, now) ?? (await read(token, now, background)));
      if (!caller) throw new Failure(401, messages.unauthorized);
      return caller;
    },
    // Not in `authenticate`: the audit trail counts refusals of callers who are known.
    guard(caller, endpoint) {
      rateLimit(String(caller.clientId));
      guard(caller, endpoint);
      guardStepUp(caller, endpoint, clock());
    },
    async end(request) {
      const token = bearerToken(request.headers.authorization);
      const claims = token && (await tokens.verify(token, clock()));
      const clientId = claims && (await findSessionClient(db, claims.sessionId));
      if (!clientId) return;
      await db.withClient(clientId, async (trx) => {
        const user = await revokeSession(trx, clientId, claims.sessionId, clock());
        invalidateSessions({ bus }, trx, clientId);
        if (user) events.record(trx, clientId, 'session.ended', user);
      });
    },
    async filterLive(clientId, sessionIds) {
      const now = clock();
      const sessions = await readLive(clientId, sessionIds, now);
      return new Set(
        sessions
          .filter((one) => sessionEnd(one) > now && one.caller.blockedReason === null && isWhole(one.caller))
          .map(({ caller }) => caller.sessionId),
      );
    },
  };
}

/** Returns until when a session may be cached: it is read again when terms or a requirement begin, on every node without a message. */
function cachedUntil({ termsBindFrom, factorRequiredFrom }: Caller, endsAt: Date, now: Date): Date {
  const changes = [termsBindFrom, factorRequiredFrom].filter((at) => at !== null && at > now) as Date[];
  return new Date(Math.min(endsAt.getTime(), ...changes.map((at) => at.getTime())));
}

/** Returns when a session ends unless it is used. */
function sessionEnd({ lastSeenAt, expiresAt }: LiveSession): Date {
  return new Date(Math.min(expiresAt.getTime(), lastSeenAt.getTime() + SESSION_HOURS.idle * HOUR_MS));
}
