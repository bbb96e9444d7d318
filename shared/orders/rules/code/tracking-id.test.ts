import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generateTrackingId, labelOf, parseLabel, parseTrackingId } from './tracking-id.ts';

const ids = fc
  .uint8Array({ minLength: 10, maxLength: 10 })
  .filter((bytes) => bytes.some((byte) => (byte & 31) > 9))
  .map((bytes) => generateTrackingId(() => bytes));

const alphabet = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];

test('the check character is Luhn modulo 32', () => {
  // By hand: A=10, doubled 20; 1, not doubled; sum 21; 32 − 21 = 11 = B.
  expect(generateTrackingId(() => Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 1, 10))).toBe('000000001AB');
  // Z=31 doubled is 62 = 1·32 + 30, which counts 31; 32 − 31 = 1.
  expect(generateTrackingId(() => Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 31))).toBe('000000000Z1');
});

test('a generated id has eleven characters, is valid, and is never digits only', () => {
  fc.assert(
    fc.property(ids, (id) => {
      expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{11}$/);
      expect(id).not.toMatch(/^\d+$/);
      expect(parseTrackingId(id)).toBe(id);
    }),
  );
});

test('a generated id of only digits is discarded', () => {
  const draws = [new Uint8Array(10), new Uint8Array(10).fill(10)];
  expect(generateTrackingId(() => draws.shift() ?? new Uint8Array(10))).toMatch(/^A{10}/);
  expect(parseTrackingId('00000000000')).toBeNull();
});

test('a single wrong character is always detected', () => {
  fc.assert(
    fc.property(ids, fc.nat(10), fc.constantFrom(...alphabet), (id, at, other) => {
      fc.pre(id.charAt(at) !== other);
      expect(parseTrackingId(id.slice(0, at) + other + id.slice(at + 1))).toBeNull();
    }),
  );
});

test('two swapped neighbours are detected, unless they are 0 and Z', () => {
  fc.assert(
    fc.property(ids, fc.nat(9), (id, at) => {
      const [left, right] = [id.charAt(at), id.charAt(at + 1)];
      fc.pre(left !== right && [left, right].sort().join('') !== '0Z');
      expect(parseTrackingId(id.slice(0, at) + right + left + id.slice(at + 2))).toBeNull();
    }),
  );
});

test('an id may be typed in lower case and with letters that look like 0 and 1', () => {
  expect(parseTrackingId(' oooooooolab ')).toBe('000000001AB');
  expect(parseTrackingId('000000001A')).toBeNull();
  expect(parseTrackingId('000000001U0')).toBeNull();
});

test('a label consists of the tracking id and a number from 1', () => {
  fc.assert(
    fc.property(ids, fc.integer({ min: 1, max: 99999 }), (trackingId, n) => {
      expect(parseLabel(labelOf(trackingId, n))).toEqual({ trackingId, n });
    }),
  );
  const wrong = ['000000001AB', '000000001AB-0', '000000001AB-01', '000000001AB-', '000000001AC-1', 'AB-1', ''];
  expect(wrong.filter((text) => parseLabel(text) !== null)).toEqual([]);
});
