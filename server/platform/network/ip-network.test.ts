import { expect, test } from 'vitest';
import { ipNetwork } from './ip-network.ts';

test('an IPv4 address is one visitor, even when mapped into IPv6', () => {
  expect(ipNetwork('203.0.113.9')).toBe('203.0.113.9');
  expect(ipNetwork('::ffff:203.0.113.9')).toBe('203.0.113.9');
});

test('all IPv6 addresses of one /64 network are one visitor', () => {
  expect(ipNetwork('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:1:2');
  expect(ipNetwork('2001:0DB8:0001:0002::1')).toBe('2001:db8:1:2');
  expect(ipNetwork('2001:db8::1')).toBe('2001:db8:0:0');
  expect(ipNetwork('::1')).toBe('0:0:0:0');
  expect(ipNetwork('fe80::1%eth0')).toBe('fe80:0:0:0');
});

test('all closed connections count as one visitor', () => {
  expect(ipNetwork(undefined)).toBe('closed');
});
