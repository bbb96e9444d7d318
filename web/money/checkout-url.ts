/**
 * Returns whether the browser may be sent to a checkout address (readings S13). A host of the list allows itself with
 * its port, also over http, and all its subdomains over https.
 */
export function isCheckoutUrl(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  if (hosts.includes(host)) return protocol === 'https:' || protocol === 'http:';
  return protocol === 'https:' && hosts.some((allowed) => host.endsWith(`.${allowed}`));
}
