import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test('an IPv4 address is a visitor, mapped into IPv6 or not', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
});

test('all IPv6 addresses of one network are the same visitor', () => {
  expect(networkOf('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:1:2');
  expect(networkOf('2001:0DB8:0001:0002::1')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
});

test('visitors who have closed their connection are one visitor', () => {
  expect(networkOf(undefined)).toBe('closed');
});
