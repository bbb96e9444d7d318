import { ConfigurationError } from '#server/platform/configuration-error.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import type { Config } from './config.ts';

const DATABASES = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const;
const SERVICES = ['GATEWAY_URL', 'WAREHOUSE_URL', 'LABEL_CONVERSION_URL', 'MERCADOPAGO_URL'] as const;

/** Parameters by which the address of a PostgreSQL server says whether TLS is used. */
const TLS_PARAMETERS = ['sslmode', 'ssl', 'sslnegotiation'];

/**
 * Requires TLS to services on other machines, unless the operator does without by name: passwords, tokens and people's data
 * travel there. The mail server is held to it when a mail is sent (`requiresStartTls`).
 *
 * @throws ConfigurationError for the first address without
 */
export function requireTls(config: Config): void {
  for (const name of DATABASES) {
    if (config[name] && leavesTlsUndecided(config[name])) {
      throw new ConfigurationError(
        `${name} leads to another machine without TLS: add sslmode=verify-full to it, or sslmode=disable where nobody else is on the network`,
      );
    }
  }
  const plain = config.PLAIN_HTTP_HOSTS.split(',').map((host) => host.trim().toLowerCase());
  for (const name of SERVICES) {
    const { protocol, hostname, host } = new URL(config[name] || 'https://unset');
    if (protocol === 'http:' && !isLoopback(host) && !plain.includes(hostname)) {
      throw new ConfigurationError(
        `${name} leads to another machine without TLS: begin it with https:, or name ${hostname} in PLAIN_HTTP_HOSTS where nobody else is on the network`,
      );
    }
  }
}

/** Whether an address leads to another machine and doesn't say whether TLS is used, which `pg` takes for none. */
function leavesTlsUndecided(url: string): boolean {
  const { host, searchParams } = new URL(url);
  const server = searchParams.get('host') ?? host.replace(/%2f/gi, '/');
  // A path is the folder of a Unix socket.
  const local = server === '' || server.startsWith('/') || isLoopback(server);
  return !local && !TLS_PARAMETERS.some((name) => searchParams.has(name));
}
