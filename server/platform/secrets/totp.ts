import { createHmac, randomBytes } from 'node:crypto';
import { constantTimeEqual } from './hmac.ts';

/** Seconds of a time step (RFC 6238). */
const STEP_SECONDS = 30;

/** Bytes of a secret; RFC 4226 §4 recommends 160 bits. */
const SECRET_BYTES = 20;

/** RFC 4648 §6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Hash of the HMAC. Authenticator apps only support SHA-1 everywhere. */
type TotpHash = 'sha1' | 'sha256' | 'sha512';

/** Returns the one-time password of a counter (RFC 4226 §5.3). */
export function hotp(secret: Buffer, counter: number, digits = 6, hash: TotpHash = 'sha1'): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac(hash, secret).update(message).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Returns the time step of a moment. */
export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS);
}

/**
 * Finds the time step that a code belongs to: the current one, the one before or the one after (RFC 6238 §5.2).
 *
 * @returns the step; null for a wrong code. The caller accepts only a step after the last accepted one.
 */
export function matchingTotpStep(secret: Buffer, code: string, now: Date): number | null {
  const current = totpStep(now);
  const found = [current - 1, current, current + 1].filter((step) => constantTimeEqual(hotp(secret, step), code));
  return found.at(-1) ?? null;
}

/** Generates a random secret. */
export const generateTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** Encodes bytes as Base32 without padding (RFC 4648 §6). */
export function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(value >>> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text;
}

/** Returns the address that authenticator apps read from a QR code (Google's key URI format). */
export function totpUri(issuer: string, account: string, secret: Buffer): string {
  const [name, label] = [encodeURIComponent(issuer), encodeURIComponent(account)];
  return `otpauth://totp/${name}:${label}?secret=${base32(secret)}&issuer=${name}&algorithm=SHA1&digits=6&period=${STEP_SECONDS}`;
}
