import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Whether a host, with or without a port, is this machine: `localhost` and the names below it, 127.0.0.0/8, `[::1]`.
 * `0.0.0.0` is not: pages of other sites can reach a local server through that address.
 *
 * @param authority as in the header Host: `localhost:3000`, `[::1]:3000`, or a bare IPv6 address
 */
export function isLoopback(authority: string): boolean {
  const name = hostnameOf(authority.trim());
  const family = isIP(name);
  if (family) return loopback.check(name, family === 6 ? 'ipv6' : 'ipv4');
  return name === 'localhost' || name.endsWith('.localhost');
}

/** Returns the canonical host name without port, brackets and final dot, or '' for an invalid host. */
export function hostnameOf(authority: string): string {
  const text = isIP(authority) === 6 ? `[${authority}]` : authority;
  if (!/^[\w.[\]:%-]+$/.test(text) || !URL.canParse(`http://${text}`)) return '';
  return new URL(`http://${text}`).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Whether a URL isn't on this machine. @param url empty when unset */
export function isPublicUrl(url: string): boolean {
  return URL.canParse(url) && !isLoopback(new URL(url).host);
}
