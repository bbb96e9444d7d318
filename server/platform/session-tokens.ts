import { jwtVerify, SignJWT } from 'jose';

const ISSUER = 'remito';
const AUDIENCE = 'remito';
const TYPE = 'at+jwt';
const ALGORITHM = 'HS256';

/** What a token says of the session that it opens. */
interface SessionToken {
  sessionId: string;
  subject: string;
  issuedAt: Date;
  expiresAt: Date;
}

export interface SessionTokens {
  /** Signs a token; `claims` are for whoever reads it, the server itself believes none of them. */
  sign(token: SessionToken, claims: Record<string, unknown>): Promise<string>;
  /** Reads a token; null unless it is one of ours and still good at that moment. */
  verify(token: string, now: Date): Promise<Pick<SessionToken, 'sessionId' | 'subject'> | null>;
}

const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Longest token that is looked at, in characters. */
const MAX_TOKEN_LENGTH = 4096;

/**
 * Signs and reads session tokens (JWT, HS256 and nothing else).
 *
 * @param secret signs; at least 32 characters
 * @param previous is still accepted while the secret is rotated; empty for none
 */
export function createSessionTokens({ secret, previous }: { secret: string; previous: string }): SessionTokens {
  const [signing, ...older] = [secret, previous].filter(Boolean).map((text) => new TextEncoder().encode(text));
  if (!signing) throw new Error('sessions can’t be signed without a secret');
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
