import { expect, test } from 'vitest';
import { isLoopback } from './loopback.ts';

test.each([
  'localhost',
  'LOCALHOST:3000',
  'localhost.',
  'localhost.:3000',
  'tienda.localhost:3000',
  '127.0.0.1',
  '127.0.0.1:80',
  '127.8.9.10',
  '127.1',
  '[::1]',
  '[::1]:3000',
  '::1',
  '[0:0:0:0:0:0:0:1]:3000',
  '[::ffff:127.0.0.1]:3000',
])('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true);
});

test.each([
  '',
  'envios.example.com',
  'localhost.example.com',
  'notlocalhost',
  'localhost@evil.example',
  'evil.example#localhost',
  'evil.example/localhost',
  'localhost, evil.example',
  '127.0.0.1.evil.example',
  '128.0.0.1',
  '0.0.0.0:3000',
  '[::]:3000',
  '10.0.0.1',
  '[fe80::1]',
  'unknown',
  '_hidden',
])('%j is not this machine', (host) => {
  expect(isLoopback(host)).toBe(false);
});
