import type { FastifyRequest } from 'fastify';
import { createNodeWindow } from '#server/cluster/rate-limit.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { bearerOf } from '#server/platform/http/bearer.ts';
import type { Authenticate, Caller, Guard } from '#server/platform/http/caller.ts';
import { guard } from '#server/platform/http/guard.ts';
import { createTokens, type Tokens } from '#server/platform/tokens.ts';
import { BACKGROUND_HEADER } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { findSessionClient, type LiveSession, markSeen, readLiveSessions, revokeSession } from './session.store.ts';
import { createSessionCache } from './session-cache.ts';

/** Hours without a call after which a session is over, and hours after which it is over anyhow. */
export const SESSION_HOURS = { idle: 8, absolute: 12 } as const;

/** Calls of one client in a second and on one node: many portals at once reach it never, a runaway program at once. */
const MOST_A_SECOND = 300;

const HOUR = 3_600_000;
const MINUTE = 60_000;

export interface Sessions {
  authenticate: Authenticate;
  guard: Guard;
  tokens: Tokens;
  /** Ends the session of a request's token, if it is one (readings S15). */
  end(request: FastifyRequest): Promise<void>;
  /**
   * Sessions of a client were revoked or may do other things: once the transaction is committed this node notices at
   * once, others as soon as they hear of it, at the latest within five seconds.
   */
  forgetClient(trx: Trx, clientId: number): void;
  /** The same of every client, whose portals then read everything again. */
  forgetEverybody(trx: Trx): void;
  /** Those of a client's sessions that are not over. Asking doesn't count as their activity. */
  liveAmong(clientId: number, sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Tells who calls, from the session's row: claims of the token count for nothing but the session's id. */
export function createAuthenticate({ db, bus, clock, config }: Deps): Sessions {
  const tokens = createTokens({ secret: config.JWT_SECRET, previous: config.JWT_SECRET_PREVIOUS });
  const cache = createSessionCache();
  const rate = createNodeWindow(MOST_A_SECOND, { clock, config }, 1000);
  bus.listen((clientId, { kind }) => {
    if (clientId === null) cache.forget(() => true);
    else if (kind === 'session') cache.forget((caller) => caller.clientId === clientId);
  });

  async function read(token: string, now: Date, passive: boolean): Promise<Caller | null> {
    const keep = cache.begin();
    const claims = await tokens.verify(token, now);
    const clientId = claims && (await findSessionClient(db, claims.sessionId));
    const [session] = clientId ? await readLiveSessions(db, clientId, [claims.sessionId]) : [];
    if (!clientId || !session) return null;
    const { caller, lastSeenAt } = session;
    const endsAt = endOf(session);
    if (endsAt <= now) return null;
    const due = now.getTime() - lastSeenAt.getTime() > MINUTE;
    if (due && !passive) await markSeen(db, clientId, caller.sessionId, now);
    // What isn't marked isn't kept either: the next call may be an active one.
    if (!due || !passive) keep(token, caller, endsAt);
    return caller;
  }

  const forgetClient = (trx: Trx, clientId: number) => bus.tell(trx, clientId, { kind: 'session', id: null });

  return {
    tokens,
    async authenticate(request, endpoint) {
      const now = clock();
      const token = bearerOf(request.headers.authorization);
      const passive = endpoint.passive === true || BACKGROUND_HEADER in request.headers;
      const caller = token && (cache.get(token, now) ?? (await read(token, now, passive)));
      if (!caller) throw new Failure(401, messages.unauthorized);
      rate(String(caller.clientId));
      return caller;
    },
    guard,
    async end(request) {
      const token = bearerOf(request.headers.authorization);
      const claims = token && (await tokens.verify(token, clock()));
      const clientId = claims && (await findSessionClient(db, claims.sessionId));
      if (!clientId) return;
      await db.withClient(clientId, async (trx) => {
        await revokeSession(trx, clientId, claims.sessionId, clock());
        forgetClient(trx, clientId);
      });
    },
    forgetClient,
    forgetEverybody: (trx) => bus.tell(trx, null, { kind: 'resync', id: null }),
    async liveAmong(clientId, sessionIds) {
      const sessions = await readLiveSessions(db, clientId, sessionIds);
      const now = clock();
      return new Set(sessions.filter((session) => endOf(session) > now).map(({ caller }) => caller.sessionId));
    },
  };
}

/** When a session ends unless it is used. */
function endOf({ lastSeenAt, expiresAt }: LiveSession): Date {
  return new Date(Math.min(expiresAt.getTime(), lastSeenAt.getTime() + SESSION_HOURS.idle * HOUR));
}
