import { isIP, isIPv6 } from 'node:net';

/** Returns an address without its zone, and an IPv4 address without the IPv6 prefix of a dual-stack socket. */
function bareAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address.split('%', 1)[0] ?? '';
}

/** Returns the IP address of a visitor; null after the connection was closed, and for the nonsense that a proxy may forward. */
export function ipAddress(address: string | undefined): string | null {
  const bare = address === undefined ? '' : bareAddress(address);
  return isIP(bare) ? bare : null;
}

/**
 * Returns the network that rate limits count as one visitor: an IPv4 address, or the first 64 bits of an IPv6 address,
 * because a visitor with one address of a /64 network has them all.
 *
 * @param address undefined once the visitor has closed the connection: all closed connections count as one visitor
 */
export function ipNetwork(address: string | undefined): string {
  if (address === undefined) return 'closed';
  const bare = bareAddress(address);
  if (!isIPv6(bare)) return bare;
  const [head = '', tail] = bare.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, gap)).fill('0'), ...after].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
