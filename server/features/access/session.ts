import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import type { Authenticate, Caller, Guard } from '#server/platform/http/caller.ts';
import { createTokens, type Tokens } from '#server/platform/tokens.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { findSessionClient, markSeen, readLiveSession, revokeSession } from './session.store.ts';
import { createSessionCache } from './session-cache.ts';

/** Hours without a call after which a session is over, and hours after which it is over anyhow. */
export const SESSION_HOURS = { idle: 8, absolute: 12 } as const;

const HOUR = 3_600_000;
const MINUTE = 60_000;

export interface Sessions {
  authenticate: Authenticate;
  guard: Guard;
  tokens: Tokens;
  /** Ends the session of a request's token, if it is one (readings S15). */
  end(request: FastifyRequest): Promise<void>;
  /** Sessions of a client were revoked or may do other things: this node notices at once, others within five seconds. */
  forgetClient(clientId: number): void;
  /** The same of all clients. */
  forgetEverybody(): void;
}

/** Tells who calls, from the session's row: claims of the token count for nothing but the session's id. */
export function createAuthenticate({ db, clock, config }: Deps): Sessions {
  const tokens = createTokens({ secret: config.JWT_SECRET, previous: config.JWT_SECRET_PREVIOUS });
  const cache = createSessionCache();

  async function read(token: string, now: Date): Promise<Caller | null> {
    const keep = cache.begin();
    const claims = await tokens.verify(token, now);
    const clientId = claims && (await findSessionClient(db, claims.sessionId));
    const session = clientId && (await readLiveSession(db, clientId, claims.sessionId));
    if (!session) return null;
    const { caller, lastSeenAt, expiresAt } = session;
    const endsAt = new Date(Math.min(expiresAt.getTime(), lastSeenAt.getTime() + SESSION_HOURS.idle * HOUR));
    if (endsAt <= now) return null;
    if (now.getTime() - lastSeenAt.getTime() > MINUTE) await markSeen(db, clientId, caller.sessionId, now);
    keep(token, caller, endsAt);
    return caller;
  }

  return {
    tokens,
    async authenticate(request) {
      const now = clock();
      const token = bearerOf(request);
      const caller = token && (cache.get(token, now) ?? (await read(token, now)));
      if (!caller) throw new Failure(401, messages.unauthorized);
      return caller;
    },
    guard,
    async end(request) {
      const token = bearerOf(request);
      const claims = token && (await tokens.verify(token, clock()));
      const clientId = claims && (await findSessionClient(db, claims.sessionId));
      if (!clientId) return;
      await revokeSession(db, clientId, claims.sessionId, clock());
      cache.forget((caller) => caller.sessionId === claims.sessionId);
    },
    forgetClient: (clientId) => cache.forget((caller) => caller.clientId === clientId),
    forgetEverybody: () => cache.forget(() => true),
  };
}

function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** What a known caller may do: the newest terms come first (readings S5), then the feature that a call belongs to. */
const guard: Guard = (caller, { access, beforeTerms }) => {
  if (!caller.termsAccepted && !beforeTerms) {
    throw new Failure(403, messages.termsRequired, [], { code: 'terms_required' });
  }
  if (access !== 'public' && access !== 'client' && access !== 'operator' && !caller[access]) {
    throw new Failure(403, messages.feature, [], { code: 'feature_required' });
  }
};
