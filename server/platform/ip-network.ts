import { isIPv6 } from 'node:net';

/**
 * The network that counts as one visitor: an IPv4 address, or the first 64 bits of an IPv6 one, because whoever has one
 * of those addresses has all of them.
 *
 * @param address undefined once the visitor has closed the connection: those count as one, and read no answer
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
