import { jwtVerify, SignJWT } from 'jose';

const ISSUER = 'remito';
const AUDIENCE = 'remito';
const TYPE = 'at+jwt';
const ALGORITHM = 'HS256';

/** Content of a session's token. */
interface SessionToken {
  sessionId: string;
  subject: string;
  issuedAt: Date;
  expiresAt: Date;
}

export interface SessionTokens {
  /** Signs a token. `claims` are additional information for clients; the server itself ignores them. */
  sign(token: SessionToken, claims: Record<string, unknown>): Promise<string>;
  /** Verifies a token. @returns null unless the signature is valid and the token hasn't expired at `now` */
  verify(token: string, now: Date): Promise<Pick<SessionToken, 'sessionId' | 'subject'> | null>;
}

const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Longer tokens are refused unread, in characters. */
const MAX_TOKEN_LENGTH = 4096;

/**
 * Creates the signer and verifier of session tokens (JWT, HS256 only).
 *
 * @param keys `secret` signs and verifies, at least 32 characters; `previous` only verifies, while the secret is rotated, and
 * is empty otherwise
 */
export function createSessionTokens({ secret, previous }: { secret: string; previous: string }): SessionTokens {
  const [signing, ...older] = [secret, previous].filter(Boolean).map((text) => new TextEncoder().encode(text));
  if (!signing) throw new Error('session tokens need a secret');
  const keys = [signing, ...older];

  return {
    sign: ({ sessionId, subject, issuedAt, expiresAt }, claims) =>
      new SignJWT({ ...claims, sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(subject)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(signing),
    async verify(token, now) {
      if (token.length > MAX_TOKEN_LENGTH) return null;
      for (const key of keys) {
        const verified = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: TYPE,
          requiredClaims: ['sub', 'sid', 'exp'],
          currentDate: now,
        }).catch(() => null);
        const { sub, sid } = verified?.payload ?? {};
        if (sub && typeof sid === 'string' && SESSION_ID.test(sid)) return { sessionId: sid, subject: sub };
      }
      return null;
    },
  };
}
