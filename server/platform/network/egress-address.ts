import { promises as dns, type LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';

/** Addresses that are always refused: this network, link-local (cloud metadata services), multicast. */
const blockedAddresses = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  blockedAddresses.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  blockedAddresses.addSubnet(network, bits, 'ipv6');

/** This machine and private networks, including the IPv6 prefixes that map to IPv4 addresses. */
const privateAddresses = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
] as const)
  privateAddresses.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
] as const)
  privateAddresses.addSubnet(network, bits, 'ipv6');

/** Whether requests to an address are allowed. `allowPrivateNetwork` also allows this machine and private networks. */
export function isAllowedAddress({ address, family }: LookupAddress, allowPrivateNetwork: boolean): boolean {
  const type = family === 6 ? 'ipv6' : 'ipv4';
  return !blockedAddresses.check(address, type) && (allowPrivateNetwork || !privateAddresses.check(address, type));
}

/** Returns all addresses of a host name, or the address itself if the host is an IP address. */
export async function resolveHost(hostname: string): Promise<LookupAddress[]> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(bare);
  return family ? [{ address: bare, family }] : dns.lookup(bare, { all: true });
}
