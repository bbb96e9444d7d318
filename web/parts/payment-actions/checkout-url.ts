/**
 * Whether a browser may be sent to an address in order to pay there (readings S13). A host of the list counts with its
 * port, and with every host below it; only a host that is named itself may go without encryption.
 */
export function isCheckoutUrl(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  if (hosts.includes(host)) return protocol === 'https:' || protocol === 'http:';
  return protocol === 'https:' && hosts.some((allowed) => host.endsWith(`.${allowed}`));
}
