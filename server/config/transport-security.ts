import { ConfigurationError } from '#server/platform/configuration-error.ts';
import { isLoopback } from '#server/platform/network/loopback.ts';
import type { Settings } from './config.ts';

const DATABASES = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const;
const SERVICES = ['GATEWAY_URL', 'WAREHOUSE_URL', 'LABEL_CONVERSION_URL', 'MERCADOPAGO_URL'] as const;

/** Parameters of a PostgreSQL URL that declare whether TLS is used. */
const TLS_PARAMETERS = ['sslmode', 'ssl'];

/**
 * Requires TLS to services on other machines, unless the settings explicitly allow plain connections: these carry passwords,
 * tokens and personal data. For the mail server, `requiresStartTls` checks when a mail is sent.
 *
 * @throws ConfigurationError for the first address without TLS
 */
export function requireTls(config: Settings): void {
  for (const name of DATABASES) {
    if (config[name] && leavesTlsUndecided(config[name])) {
      throw new ConfigurationError(
        `${name} connects to another machine without TLS: add sslmode=verify-full, or sslmode=disable on a private network`,
      );
    }
  }
  const plain = config.PLAIN_HTTP_HOSTS.split(',').map((host) => host.trim().toLowerCase());
  for (const name of SERVICES) {
    const { protocol, hostname, host } = new URL(config[name] || 'https://unset');
    if (protocol === 'http:' && !isLoopback(host) && !plain.includes(hostname)) {
      throw new ConfigurationError(
        `${name} connects to another machine without TLS: use https:, or on a private network add ${hostname} to PLAIN_HTTP_HOSTS`,
      );
    }
  }
}

/** Whether a URL points to another machine and doesn't declare whether TLS is used. `pg` would then use none. */
function leavesTlsUndecided(url: string): boolean {
  const { host, searchParams } = new URL(url);
  const server = searchParams.get('host') ?? host.replace(/%2f/gi, '/');
  // A path is the directory of a Unix socket.
  const local = server === '' || server.startsWith('/') || isLoopback(server);
  return !local && !TLS_PARAMETERS.some((name) => searchParams.get(name));
}
