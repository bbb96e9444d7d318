import { expect, test } from 'vitest';
import { isUnambiguous } from './proxy-paths.ts';

test.each([
  '/api/v1/client/order/',
  '/api/v1/client/order/7K-2',
  '/api/v1/client/order/%C3%B1',
  '/api/v1/client/order/50%25',
  '/api/v1/client/order/print/7/a.b.pdf',
  '/api/v1/client/zip_code',
])('%s is unambiguous', (path) => {
  expect(isUnambiguous(path)).toBe(true);
});

test.each([
  '/api/ops;x/v1/client/',
  '/api/v1/client/order;x',
  '/api/v1/client/order/%3Bx',
  '/api//v1/client/order/',
  '/api/v1/client/order//',
  '/api/v1/client/order/..',
  '/api/v1/client/order/../../ops',
  '/api/v1/client/order/%2e%2E',
  '/api/v1/client/order/.%2e',
  '/api/v1/client/order/%252e%252e',
  '/api/v1/client/order/%25252e%25252e',
  '/api/v1/client/order/./7',
  '/api/v1/client/order/..;x',
  '/api/v1/client/order/..%3bx',
  '/api/v1/client/order/a%2f..%2fb',
  '/api/v1/client/order/a%2Fb',
  '/api/v1/client/order/a%252fb',
  '/api/v1/client/order/a%5cb',
  '/api/v1/client/order/a\\b',
  '/api/v1/client/order/a%00b',
  '/api/v1/client/order/a%250ab',
  '/api/v1/client/order/a#b',
  '/api/v1/client/order/ñ',
  '/api/v1/client/order/a b',
])('%s is ambiguous', (path) => {
  expect(isUnambiguous(path)).toBe(false);
});

test('a free text at the end may contain an escaped slash or semicolon, but no dot segments', () => {
  expect(isUnambiguous('/api/v1/client/order/print/7/12%2F2026.pdf', true)).toBe(true);
  expect(isUnambiguous('/api/v1/client/order/print/7/a%3Bb.pdf', true)).toBe(true);
  for (const end of [
    '..%2f..%2fops',
    '%2e%2e%2fx.pdf',
    'a%2f..%3bx%2fb.pdf',
    'a%5c..%5cb.pdf',
    'a;b.pdf',
    '.%252e%252fx',
  ])
    expect(isUnambiguous(`/api/v1/client/order/print/7/${end}`, true), end).toBe(false);
  expect(isUnambiguous('/api/v1/client/order/print/7%2F8/a.pdf', true)).toBe(false);
});
