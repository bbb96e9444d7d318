import { expect, test } from 'vitest';
import { mailtoHref } from './mailto.ts';

test('an e-mail link has exactly one recipient for every address', () => {
  expect(mailtoHref('ana+tienda@example.com')).toBe('mailto:ana%2Btienda@example.com');
  const url = new URL(mailtoHref('x?bcc=otra@example.com&body=hola#z@example.com'));
  expect([url.search, url.hash]).toEqual(['', '']);
});
