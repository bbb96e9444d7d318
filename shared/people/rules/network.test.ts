import { expect, test } from 'vitest';
import { isNetwork } from './network.ts';

test.each(['200.5.12.7', '200.5.12.0/24', '0.0.0.0/0', '2001:db8::1', '2001:db8::/32', '::ffff:1.2.3.4'])(
  '%s is a network',
  (value) => {
    expect(isNetwork(value)).toBe(true);
  },
);

test.each([
  '',
  '200.5.12',
  '200.5.12.256',
  '200.5.12.0/33',
  '200.5.12.0/',
  'localhost',
  '::g',
  '2001:db8::/129',
  '1.2.3.4 ',
  '1.2.3.4/8/8',
  '01.2.3.4',
  '1:2:3:4:5:6:7:8:9',
  '2001:db8::/-1',
])('%j is no network', (value) => {
  expect(isNetwork(value)).toBe(false);
});
