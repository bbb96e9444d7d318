import { createHash, randomBytes } from 'node:crypto';

/** Returns the SHA-256 of a bearer token in base64url. Caches use the hash as key, so a heap dump holds no usable token. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Returns the SHA-256 of a one-time token, a session's token or a provider key, which is all that the database stores. */
export const tokenDigest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Generates a token of 32 random bytes in base64url. */
export const generateToken = (): string => randomBytes(32).toString('base64url');

/** Generates a token. @returns it, and its SHA-256, which the database stores */
export function newToken(): { token: string; hash: Buffer } {
  const token = generateToken();
  return { token, hash: tokenDigest(token) };
}
