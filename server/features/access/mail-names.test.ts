import { expect, test } from 'vitest';
import { displayUsername, greetingName, looksLikeUrl } from './mail-names.ts';

test.each([
  'http://evil.example',
  'evil.com',
  'Ganaste: evil.com/premio',
  'www.evil',
  'EVIL.XYZ',
  'ana@evil.com',
  'evil．com',
  'evil。com',
  'ev\u200Bil.\u200Bcom',
  'ｅｖｉｌ.ｃｏｍ',
  'https:/evil',
  'mailto:x@y',
  'evil.рф',
  'Ana (evil.com)',
])('%s looks like an address', (name) => {
  expect(looksLikeUrl(name)).toBe(true);
});

test.each(['Ana', 'María José', "O'Higgins", 'J. Carlos', 'Ñuñez 2º', 'M.', 'Ana...', 'D.I.'])(
  '%s is a name',
  (name) => {
    expect(looksLikeUrl(name)).toBe(false);
  },
);

test('a dotted user name stands in mails once it is activated, an address never does but one’s own', () => {
  const user = { firstName: 'evil.com', email: 'ana@example.com', activatedAt: null };
  expect(greetingName({ ...user, username: 'ana' })).toBe('');
  expect(displayUsername({ ...user, username: 'ana.paz' })).toBeNull();
  expect(displayUsername({ ...user, username: 'ana.paz', activatedAt: new Date() })).toBe('ana.paz');
  expect(displayUsername({ ...user, username: 'evil.com', activatedAt: new Date() })).toBeNull();
  expect(displayUsername({ ...user, username: 'Ana@Example.com' })).toBe('Ana@Example.com');
  expect(displayUsername({ ...user, username: 'ana@evil.com', activatedAt: new Date() })).toBeNull();
});
