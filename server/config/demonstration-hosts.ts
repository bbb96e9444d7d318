import type { HostCheck } from '#server/platform/http/request/host-check.ts';
import { hostnameOf, isLoopback, isPublicUrl } from '#server/platform/network/loopback.ts';
import type { Config } from './config.ts';

type Urls = Pick<Config, 'PUBLIC_URL' | 'CONSOLE_URL'>;

/**
 * Returns the hosts that a demonstration answers for (docs/decisions/0030): this machine, and the host of a public PUBLIC_URL
 * that is set together with DEMO=1.
 */
export function demonstrationHosts({ PUBLIC_URL: publicUrl, CONSOLE_URL }: Urls): HostCheck {
  if (!isPublicUrl(publicUrl)) {
    return {
      isAllowed: isLoopback,
      allowRemoteClients: false,
      message:
        'Esta demostración sólo contesta en su propia máquina (localhost). Quien la administra puede usarla de verdad con DEMO=0, o mostrarla a otros con DEMO=1, PUBLIC_URL y SMTP_URL',
    };
  }
  const hostnames = [publicUrl, CONSOLE_URL].map((url) => hostnameOf(new URL(url).host));
  return {
    isAllowed: (host) => isLoopback(host) || hostnames.includes(hostnameOf(host)),
    allowRemoteClients: true,
    message: `Esta demostración (DEMO=1) sólo contesta en ${publicUrl}`,
  };
}
