import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a bearer token in base64url. Caches use the hash as key, so a heap dump holds no usable token. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');
