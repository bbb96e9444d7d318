import { expect, test } from 'vitest';
import { paymentReturn } from './payment-return.ts';

const QUERY = 'payment_id=123&collection_status=approved';
const CARRIED = '?collection_status=approved&payment_id=123';

test('a return from the payment provider is recognized with and without a slash, with its query before or after the hash', () => {
  expect(paymentReturn('', `#close?${QUERY}`)).toBe(CARRIED);
  expect(paymentReturn('', `#/close?${QUERY}`)).toBe(CARRIED);
  expect(paymentReturn(`?${QUERY}`, '#close')).toBe(CARRIED);
  expect(paymentReturn(`?${QUERY}`, '#/close')).toBe(CARRIED);
});

test('only the parameters of the payment provider are kept', () => {
  expect(paymentReturn('', `#close?${QUERY}&next=https://evil.example&page=7`)).toBe(CARRIED);
});

test('a marker without a query, another hash or no hash is not a return from a payment', () => {
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

test('a cancelled payment, whose parameters are the text null, is kept', () => {
  expect(paymentReturn('', '#close?collection_status=null&payment_id=null')).toBe(
    '?collection_status=null&payment_id=null',
  );
});
