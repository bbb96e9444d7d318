import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

const keys = new Map<string, KeyObject>();

/** A key of its own for each use, derived from the server's secret. */
function keyFor(use: string, secret: string): KeyObject {
  const name = `${use} ${secret}`;
  const known = keys.get(name);
  if (known) return known;
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', use, 32)));
  keys.set(name, key);
  return key;
}

/**
 * HMAC-SHA256 of a text.
 *
 * @param use what it is for: signatures of one use are worth nothing for another
 */
export function hmacSha256(use: string, secret: string, text: string): Buffer {
  return createHmac('sha256', keyFor(use, secret)).update(text).digest();
}

/** Compares in a time that doesn't tell how much is equal. */
export function constantTimeEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
