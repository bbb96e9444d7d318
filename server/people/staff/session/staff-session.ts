import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { makeRoom } from '#server/people/domain/session-limit.ts';
import { bearerToken } from '#server/platform/http/request/bearer-token.ts';
import type { StaffCaller } from '#server/platform/http/request/caller.ts';
import { deviceName } from '#server/platform/http/request/device-name.ts';
import { codeIsRecent } from '#server/platform/http/request/guard.ts';
import { setStaffCookie, staffCookie } from '#server/platform/http/request/staff-cookie.ts';
import { ipNetwork } from '#server/platform/network/ip-network.ts';
import { isLoopback } from '#server/platform/network/loopback.ts';
import { staffPrincipal } from '#server/platform/secrets/principal.ts';
import { newToken, tokenDigest } from '#server/platform/secrets/token-hash.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { HOUR_MS, HOUR_SECONDS } from '#shared/kit/time-units.ts';
import type { FactorStep } from '#shared/people/staff-sessions.ts';
import {
  findSession,
  insertSession,
  replaceToken,
  revokeSessionByHash,
  type SessionKind,
} from './staff-session.store.ts';

/** Hours after which a session of the staff ends. */
const SESSION_HOURS = 12;

/** A session of the staff doesn't end by being unused. */
export const NEVER_UNUSED = new Date(0);

/** A session that a call has opened or completed. */
export interface OpenedSession {
  kind: SessionKind;
  /** New token; null if the session keeps its token. */
  token: string | null;
  step: FactorStep;
  /** How many of the person's other sessions it ended. */
  ended: number;
}

/** The person whose session is opened, as read when the password was compared. */
interface SessionOwner {
  id: number;
  passwordEpoch: number;
  hasFactor: boolean;
}

export interface StaffSessions {
  /** @throws Failure 401 without an open session; 403 for a browser's call from another page */
  authenticate(request: FastifyRequest): Promise<StaffCaller>;
  /** Returns the caller of a request; null without a valid session. */
  find(request: FastifyRequest): Promise<StaffCaller | null>;
  /** Opens a session within a transaction. */
  open(trx: Trx, owner: SessionOwner, request: FastifyRequest, kind: SessionKind): Promise<OpenedSession>;
  /** Ends the session of a request; ignores an invalid token. @throws Failure 403 for a browser's call from another page */
  end(request: FastifyRequest): Promise<void>;
  /** Refuses a browser's call from another page than ours. @throws Failure 403 */
  assertOrigin(request: FastifyRequest): void;
  /** Returns the `Set-Cookie` header of a session's token, or the one that deletes the cookie. */
  cookie(token: string | null): string;
}

/** Authenticates the staff by the session's row, which every call reads, so that a change takes effect at once on all nodes. */
export function createStaffSessions(deps: Deps): StaffSessions {
  const { db, events, clock, config } = deps;
  const { origin, protocol } = new URL(config.CONSOLE_URL);

  function assertOrigin({ headers }: FastifyRequest): void {
    if (headers.origin === origin || isOwnLoopbackPage(headers)) return;
    throw new Failure(403, `Abrí esta página en ${origin}`, [], { code: 'origin' });
  }

  /** Returns the token of a request. A terminal's session isn't valid as a cookie, nor a browser's as a header. */
  function sentToken(request: FastifyRequest): { token: string; kind: SessionKind } | null {
    const bearer = bearerToken(request.headers.authorization);
    if (bearer !== null) return { token: bearer, kind: 'terminal' };
    const cookie = staffCookie(request);
    // The portal's host may still have the cookie of a time before the console had a host of its own.
    const elsewhere = config.CONSOLE_HOST && request.hostname !== config.CONSOLE_HOST && !isLoopback(request.host);
    if (cookie === null || elsewhere) return null;
    if (request.method !== 'GET') assertOrigin(request);
    return { token: cookie, kind: 'browser' };
  }

  async function find(request: FastifyRequest): Promise<StaffCaller | null> {
    const sent = sentToken(request);
    const now = clock();
    const found =
      sent &&
      (await db.withProvider((trx) => findSession(trx, { hash: tokenDigest(sent.token), kind: sent.kind, now })));
    if (!found) return null;
    const { staffId, name, email, stale: _, factorAt, ...session } = found;
    const codeRecent = codeIsRecent(factorAt, now);
    return { actor: { kind: 'staff', id: staffId, name: name || email }, email, codeRecent, ...session };
  }

  return {
    async authenticate(request) {
      const caller = await find(request);
      if (!caller) throw new Failure(401, messages.unauthorized);
      return caller;
    },
    find,
    async open(trx, { id, passwordEpoch, hasFactor }, request, kind) {
      const now = clock();
      const { token, hash } = newToken();
      // A demonstration's logins have no second factor, and nowhere else is a session complete without one.
      const step = hasFactor ? 'code' : config.DEMO ? 'done' : 'setup';
      const ended = await makeRoom(deps, trx, staffPrincipal(id), {
        halfNetwork: step === 'done' ? null : ipNetwork(request.ip),
        unusedSince: NEVER_UNUSED,
      });
      await insertSession(trx, {
        hash,
        staffId: id,
        passwordEpoch,
        kind,
        now,
        expiresAt: new Date(now.getTime() + SESSION_HOURS * HOUR_MS),
        complete: step === 'done',
        network: ipNetwork(request.ip),
        device: deviceName(request.headers['user-agent'] ?? ''),
      });
      return { kind, token, step, ended };
    },
    async end(request) {
      const sent = sentToken(request);
      if (!sent) return;
      await db.withProvider(async (trx) => {
        const person = await revokeSessionByHash(trx, tokenDigest(sent.token), clock());
        if (person) events.record(trx, null, 'staff.session_ended', person);
      });
    },
    assertOrigin,
    cookie: (token) => setStaffCookie(token ?? '', token ? SESSION_HOURS * HOUR_SECONDS : 0, protocol === 'https:'),
  };
}

/** Replaces the token of a session, so that a copied one is worthless. @returns the new token */
export async function renewToken(trx: Trx, sessionId: number): Promise<string> {
  const { token, hash } = newToken();
  await replaceToken(trx, sessionId, hash);
  return token;
}

/**
 * Replaces the token of a browser's session when the others of its person end: a copied cookie is another session, too.
 *
 * @returns the new token; null for a terminal's session, which keeps its token
 */
export const renewBrowserToken = async (trx: Trx, { kind, sessionId }: StaffCaller): Promise<string | null> =>
  kind === 'browser' ? renewToken(trx, sessionId) : null;

/** Whether a page of this server sent the request under a name of this machine: 127.0.0.1 instead of localhost. */
const isOwnLoopbackPage = ({ host = '', origin }: IncomingHttpHeaders) =>
  origin === `http://${host}` && isLoopback(host);

/** Returns the step that a session lacks. */
export function factorStep({ factorGiven, hasFactor }: Pick<StaffCaller, 'factorGiven' | 'hasFactor'>): FactorStep {
  if (factorGiven) return 'done';
  return hasFactor ? 'code' : 'setup';
}
