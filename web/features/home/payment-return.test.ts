import { expect, test } from 'vitest';
import { paymentReturn } from './payment-return.ts';

const QUERY = 'payment_id=123&collection_status=approved';
const CARRIED = '?collection_status=approved&payment_id=123';

test('the provider’s way back is understood with and without a slash, and with its query on either side', () => {
  expect(paymentReturn('', `#close?${QUERY}`)).toBe(CARRIED);
  expect(paymentReturn('', `#/close?${QUERY}`)).toBe(CARRIED);
  expect(paymentReturn(`?${QUERY}`, '#close')).toBe(CARRIED);
  expect(paymentReturn(`?${QUERY}`, '#/close')).toBe(CARRIED);
});

test('only the provider’s own parameters are carried on', () => {
  expect(paymentReturn('', `#close?${QUERY}&next=https://evil.example&page=7`)).toBe(CARRIED);
});

test('a marker without any query, another hash, and no hash are no way back', () => {
  for (const [search, hash] of [
    ['', '#close'],
    ['', '#closed?payment_id=1'],
    ['', '#x/close?payment_id=1'],
    [`?${QUERY}`, ''],
    ['', ''],
  ] as const) {
    expect(paymentReturn(search, hash)).toBeNull();
  }
});

test('the text null comes through: it has its own dialog', () => {
  expect(paymentReturn('', '#close?collection_status=null&payment_id=null')).toBe(
    '?collection_status=null&payment_id=null',
  );
});
