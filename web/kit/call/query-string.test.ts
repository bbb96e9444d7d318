import { expect, test } from 'vitest';
import { queryString } from './query-string.ts';

const plain = (query: unknown) => decodeURIComponent(queryString(query));

test('filters are sent in brackets, beside page and limit', () => {
  expect(plain({ page: 2, limit: 20, filter: { from_date: '2026-01-31' } })).toBe(
    '?page=2&limit=20&filter[from_date]=2026-01-31',
  );
});

test('empty filters are left out, zero and false are not', () => {
  expect(plain({ filter: { client: '', order: undefined, state: null, printed: 0, active: false } })).toBe(
    '?filter[printed]=0&filter[active]=false',
  );
});

test('an empty query adds nothing to the path', () => {
  expect(queryString(undefined)).toBe('');
  expect(queryString({ filter: { client: '' } })).toBe('');
});

test('special characters in a value are escaped', () => {
  expect(new URLSearchParams(queryString({ filter: { client: 'Pérez & Ñu=1 #' } })).get('filter[client]')).toBe(
    'Pérez & Ñu=1 #',
  );
});
