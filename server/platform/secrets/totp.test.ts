import { expect, test } from 'vitest';
import { base32, generateTotpSecret, hotp, matchingTotpStep, totpStep, totpUri } from './totp.ts';

const SEED = Buffer.from('12345678901234567890');

/** Seeds of RFC 6238 appendix B: the same digits, as long as the hash. */
const SEEDS = {
  sha1: SEED,
  sha256: Buffer.from('12345678901234567890123456789012'),
  sha512: Buffer.from('1234567890123456789012345678901234567890123456789012345678901234'),
};

test('the codes of RFC 4226 appendix D', () => {
  const codes = Array.from({ length: 10 }, (_, counter) => hotp(SEED, counter));
  expect(codes.join(' ')).toBe('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489');
});

test.each([
  [59, '94287082', '46119246', '90693936'],
  [1_111_111_109, '07081804', '68084774', '25091201'],
  [1_111_111_111, '14050471', '67062674', '99943326'],
  [1_234_567_890, '89005924', '91819424', '93441116'],
  [2_000_000_000, '69279037', '90698825', '38618901'],
  [20_000_000_000, '65353130', '77737706', '47863826'],
])('the codes of RFC 6238 appendix B at second %i', (seconds, sha1, sha256, sha512) => {
  const step = totpStep(new Date(seconds * 1000));
  const codes = (['sha1', 'sha256', 'sha512'] as const).map((hash) => hotp(SEEDS[hash], step, 8, hash));
  expect(codes).toEqual([sha1, sha256, sha512]);
});

test('a code is accepted one step early and one step late, and not further', () => {
  const now = new Date('2026-11-24T12:00:10Z');
  const step = totpStep(now);
  const found = [-2, -1, 0, 1, 2].map((offset) => matchingTotpStep(SEED, hotp(SEED, step + offset), now));
  expect(found).toEqual([null, step - 1, step, step + 1, null]);
  expect(['', '12345', 'abcdef', '١٢٣٤٥٦'].map((code) => matchingTotpStep(SEED, code, now))).toEqual(
    Array(4).fill(null),
  );
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('the Base32 of RFC 4648 §10 for %j is %j without its padding', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

test('a secret has 160 bits, and its address names the issuer and the account', () => {
  expect(base32(generateTotpSecret())).toMatch(/^[A-Z2-7]{32}$/);
  expect(totpUri('Correo & Cía', 'ana@example.com', SEED)).toBe(
    'otpauth://totp/Correo%20%26%20C%C3%ADa:ana%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Correo%20%26%20C%C3%ADa&algorithm=SHA1&digits=6&period=30',
  );
});
