import { expect, test } from 'vitest';
import { isCheckoutUrl } from './checkout-url.ts';

const HOSTS = ['mercadopago.com.ar', 'mercadopago.com', '127.0.0.1:4000'];

test.each([
  'https://www.mercadopago.com.ar/checkout/v1/redirect?pref_id=1',
  'https://mercadopago.com/checkout',
  'http://127.0.0.1:4000/dev/pago/7',
])('%s may be opened', (address) => {
  expect(isCheckoutUrl(address, HOSTS)).toBe(true);
});

test.each([
  '',
  '/dev/pago/7',
  'javascript:alert(1)',
  'https://mercadopago.com.ar.evil.example/',
  'https://evilmercadopago.com/',
  'https://mercadopago.com@evil.example/',
  'http://www.mercadopago.com.ar/',
  'ftp://mercadopago.com/',
  'http://127.0.0.1:4001/dev/pago/7',
  'https://www.mercadopago.com.ar:8443/',
])('%j may not be opened', (address) => {
  expect(isCheckoutUrl(address, HOSTS)).toBe(false);
});

test('no address may be opened while no host is known', () => {
  expect(isCheckoutUrl('https://www.mercadopago.com.ar/', [])).toBe(false);
});
