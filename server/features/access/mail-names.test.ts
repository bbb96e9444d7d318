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
])('%s looks like a URL', (name) => {
  expect(looksLikeUrl(name)).toBe(true);
});

test.each(['Ana', 'María José', "O'Higgins", 'J. Carlos', 'Ñuñez 2º', 'M.', 'Ana...', 'D.I.'])(
  '%s looks like a name',
  (name) => {
    expect(looksLikeUrl(name)).toBe(false);
  },
);

test('mails contain a dotted user name once the account is active, and no address but the user’s own', () => {
  const user = { firstName: 'evil.com', email: 'ana@example.com', activatedAt: null };
  expect(greetingName({ ...user, username: 'ana' })).toBe('');
  expect(displayUsername({ ...user, username: 'ana.paz' })).toBeNull();
  expect(displayUsername({ ...user, username: 'ana.paz', activatedAt: new Date() })).toBe('ana.paz');
  expect(displayUsername({ ...user, username: 'evil.com', activatedAt: new Date() })).toBeNull();
  expect(displayUsername({ ...user, username: 'Ana@Example.com' })).toBe('Ana@Example.com');
  expect(displayUsername({ ...user, username: 'ana@evil.com', activatedAt: new Date() })).toBeNull();
});
