import { randomBytes } from 'node:crypto';
import { tokenDigest } from '#server/platform/secrets/token-hash.ts';
import { plainCode } from '#shared/kit/text/plain-signs.ts';

/** Number of backup codes of a person. */
const CODES = 10;

/** Letters of a code; 32 of them, so a letter has 5 bits and a code 50. */
const LETTERS = 10;

/** Crockford's Base32: without i, l, o and u, which are read as other characters or form words. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Generates a code, as shown: `xxxxx-xxxxx`. */
export function generateBackupCode(): string {
  const letters = [...randomBytes(LETTERS)].map((byte) => ALPHABET[byte & 31]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** Generates the backup codes of a person. */
export const generateBackupCodes = (): string[] => Array.from({ length: CODES }, generateBackupCode);

/**
 * Returns the hash of a backup code as a person types it: with or without the hyphen, in any case, with o for 0 and i or l for 1.
 * SHA-256 suffices, because a code has 50 random bits and attempts are limited.
 */
export function backupCodeHash(code: string): Buffer {
  const letters = plainCode(code.toLowerCase()).replace(/[ -]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return tokenDigest(letters);
}
