import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

const keys = new Map<string, KeyObject>();

/** Derives a separate key for each use from the server's secret (HKDF). */
function keyFor(use: string, secret: string): KeyObject {
  const name = `${use} ${secret}`;
  const known = keys.get(name);
  if (known) return known;
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', use, 32)));
  keys.set(name, key);
  return key;
}

/**
 * Returns the HMAC-SHA256 of a text.
 *
 * @param use purpose of the signature: a signature for one use is invalid for any other
 */
export function hmacSha256(use: string, secret: string, text: string): Buffer {
  return createHmac('sha256', keyFor(use, secret)).update(text).digest();
}

/** Compares two texts in constant time. */
export function constantTimeEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
