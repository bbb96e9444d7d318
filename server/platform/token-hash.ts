import { createHash } from 'node:crypto';

/** SHA-256 of a bearer token in base64url: caches are keyed by the hash, so that a heap dump holds no usable token. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');
