import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { email } from '#shared/kit/fields.ts';
import { plainEmail, readEmail, searchedEmail } from './email.ts';

test.each([
  ['vera@example.com', 'vera@example.com'],
  ['Vera.Paz+envios@Example.com', 'Vera.Paz+envios@Example.com'],
  ['vera@ñandubay.com.ar', 'vera@xn--andubay-3za.com.ar'],
  ['vera@Ñandubay.com.ar', 'vera@xn--andubay-3za.com.ar'],
  ['vera@n\u0303andubay.com.ar', 'vera@xn--andubay-3za.com.ar'],
  ['vera@xn--andubay-3za.com.ar', 'vera@xn--andubay-3za.com.ar'],
  ['ñandu@example.com', 'ñandu@example.com'],
  ['vera＠example．com', 'vera@example.com'],
  ['mailto:vera@example.com', 'vera@example.com'],
  ['<vera@example.com>', 'vera@example.com'],
  ['Vera Paz <vera@example.com>', 'vera@example.com'],
  ['vera@example.com.', 'vera@example.com'],
  ['vera@example.com;', 'vera@example.com'],
  ["'vera@example.com", 'vera@example.com'],
  ['’vera@example.com’', 'vera@example.com'],
  ['"vera@example.com",', 'vera@example.com'],
])('%s is stored as %s', (typed, stored) => {
  expect(readEmail(typed)).toBe(stored);
  expect(z.parse(email({ required: 'Falta' }), typed)).toBe(stored);
  expect(searchedEmail(typed)).toBe(stored);
});

test.each([
  'vera',
  '@example.com',
  'vera@',
  'vera@example',
  'vera.@example.com',
  '.vera@example.com',
  'vera..paz@example.com',
  'vera@example..com',
  'vera@.example.com',
  'vera@-example.com',
  'vera@ñandubay',
  'vera@ñandubay.com:25',
  'vera@ñandu/bay.com',
  'vera@@example.com',
  'vera@example.com, ana@example.com',
  'vera paz@example.com',
  `vera@${'a'.repeat(64)}.com`,
  `${'v'.repeat(65)}@example.com`,
  'vera@example.com?subject=x',
])('%s is refused', (typed) => {
  expect(readEmail(typed)).toBeNull();
  expect(plainEmail(typed)).toBe(typed);
  expect(z.safeParse(email({ required: 'Falta' }), typed).success).toBe(false);
});

test('an address of an older order is found though it is refused today', () => {
  expect(['vera.@example.com', 'vera', 'a b@example.com'].map(searchedEmail)).toEqual([
    'vera.@example.com',
    null,
    null,
  ]);
});

test('an address is stored with an ASCII domain, and read again as itself', () => {
  const typed = fc
    .tuple(fc.emailAddress(), fc.constantFrom('', 'ñ', 'ü', 'é'))
    .map(([address, sign]) => address.replace('@', `@${sign}`));
  fc.assert(
    fc.property(typed, (text) => {
      const stored = readEmail(text);
      if (stored === null) return;
      expect(stored).toMatch(/@[\0-\x7f]+$/);
      expect(readEmail(stored)).toBe(stored);
    }),
  );
});
