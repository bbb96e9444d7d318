import { expect, test } from 'vitest';
import { mailtoHref } from './mailto.ts';

test('a link writes to the address alone, whatever the address holds', () => {
  expect(mailtoHref('ana+tienda@example.com')).toBe('mailto:ana%2Btienda@example.com');
  const url = new URL(mailtoHref('x?bcc=otra@example.com&body=hola#z@example.com'));
  expect([url.search, url.hash]).toEqual(['', '']);
});
