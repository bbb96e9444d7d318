import { expect, test } from 'vitest';
import { cookieHeader } from './cookie.ts';

test('a cookie is sent back only to its path, only by our pages, and over HTTPS only if the portal has it', () => {
  const cookie = { name: 'remito_device', value: 'x', path: '/api', seconds: 60 };
  const flags = 'remito_device=x; Path=/api; HttpOnly; SameSite=Strict; Max-Age=60';
  expect(cookieHeader({ ...cookie, https: false })).toBe(flags);
  expect(cookieHeader({ ...cookie, https: true })).toBe(`${flags}; Secure`);
});
