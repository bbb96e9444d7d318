import { isIPv6 } from 'node:net';

/**
 * Returns the network that rate limits count as one visitor: an IPv4 address, or the first 64 bits of an IPv6 address,
 * because a visitor with one address of a /64 network has them all.
 *
 * @param address undefined once the visitor has closed the connection: all closed connections count as one visitor
 */
export function ipNetwork(address: string | undefined): string {
  if (address === undefined) return 'closed';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const bare = address.split('%', 1)[0] ?? '';
  if (!isIPv6(bare)) return address;
  const [head = '', tail] = bare.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, gap)).fill('0'), ...after].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
