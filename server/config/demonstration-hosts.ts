import type { HostCheck } from '#server/platform/http/host-check.ts';
import { hostnameOf, isLoopback, isPublicUrl } from '#server/platform/loopback.ts';

/**
 * Returns the hosts that a demonstration answers for (docs/decisions/0030): this machine, and the host of a public PUBLIC_URL
 * that is set together with DEMO=1.
 */
export function demonstrationHosts(publicUrl: string): HostCheck {
  if (!isPublicUrl(publicUrl)) {
    return {
      isAllowed: isLoopback,
      allowRemoteClients: false,
      message:
        'Esta demostración sólo contesta en su propia máquina (localhost). Quien la administra puede usarla de verdad con DEMO=0, o mostrarla a otros con DEMO=1, PUBLIC_URL y SMTP_URL',
    };
  }
  const hostname = hostnameOf(new URL(publicUrl).host);
  return {
    isAllowed: (host) => isLoopback(host) || hostnameOf(host) === hostname,
    allowRemoteClients: true,
    message: `Esta demostración (DEMO=1) sólo contesta en ${publicUrl}`,
  };
}
