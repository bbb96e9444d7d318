const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

/**
 * Whether a text is an IP address or a network in CIDR notation: `200.5.12.0/24`, `2001:db8::/32`. Without zod's checks, which would
 * enlarge every page of the portal: its chunks share the library with the console.
 */
export function isNetwork(value: string): boolean {
  const [address = '', prefix = '0', ...rest] = value.split('/');
  const bits = IPV4.test(address) ? 32 : isIpv6(address) ? 128 : -1;
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}

/** Whether a URL may name this address, in its brackets. */
const isIpv6 = (address: string) => /^[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]`);
