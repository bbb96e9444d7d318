import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '#shared/kit/text/fold.ts';
import { isUnambiguousUsername } from './username.ts';

test.each(['ana', 'Núñez', 'peña.güemes', 'a_b-c+d@e.com', 'João', '2026'])('%s is a valid user name', (name) => {
  expect(isUnambiguousUsername(name)).toBe(true);
});

test.each([
  ['Cyrillic letters', 'аna'],
  ['Greek letters', 'demο'],
  ['fullwidth letters', 'ｄemo'],
  ['mathematical letters', '𝐝emo'],
  ['a zero-width space', 'de\u200Bmo'],
  ['a direction mark', 'de\u202Emo'],
  ['a Hangul filler', 'demo\u3164'],
  ['the Kelvin sign', '\u212Aarina'],
  ['combining accents', 'nu\u0301nez'],
  ['stacked accents', 'a\u0315\u0301\u0300na'],
  ['digits of another script', 'demo١'],
  ['a dotless i', 'marıa'],
  ['a space', 'ana paz'],
])('a user name with %s is refused', (_, name) => {
  expect(isUnambiguousUsername(name)).toBe(false);
});

test('an accepted user name is plain ASCII without its accents', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 8 }), (name) => {
      if (isUnambiguousUsername(name)) expect(fold(name)).toMatch(/^[a-z0-9._@+-]+$/);
    }),
    { numRuns: 2000 },
  );
});
