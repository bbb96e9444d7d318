import { ConfigurationError } from '#server/platform/configuration-error.ts';
import { isLoopback, isPublicUrl } from '#server/platform/network/loopback.ts';
import type { Settings } from './config.ts';
import { isExposed, looksLocal } from './exposure.ts';

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
function requireTls(config: Settings): void {
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

/** Checks combinations of settings that are valid on their own. @throws ConfigurationError for the first problem */
export function checkCombinations(config: Settings, env: NodeJS.ProcessEnv): void {
  if (!config.GATEWAY_URL) checkDemonstration(config, env);
  checkLimits(config, env);
  checkPasskeyDomain(config);
  checkConsoleHost(config);
  requireTls(config);
  if (config.GATEWAY_URL) {
    checkPortalOnly(config);
    return;
  }
  if (config.ROLE === 'worker' && !config.PUBLIC_URL) {
    throw new ConfigurationError(
      'PUBLIC_URL is required with ROLE=worker: the links in mails and the worker’s calls use it',
    );
  }
  if (config.DATABASE_REPLICA_URL && !config.DATABASE_URL) {
    throw new ConfigurationError('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica');
  }
  if (config.DATABASE_URL && !config.JWT_SECRET) {
    throw new ConfigurationError('JWT_SECRET is required with DATABASE_URL: all nodes must share it');
  }
  if (config.DATABASE_URL && !config.SECRETS_KEY) {
    throw new ConfigurationError(
      'SECRETS_KEY is required with DATABASE_URL: all nodes must share it. Generate it by openssl rand -base64 32 | tr +/ -_',
    );
  }
  if (config.MERCADOPAGO_ACCESS_TOKEN && !config.MERCADOPAGO_WEBHOOK_SECRET) {
    throw new ConfigurationError(
      'MERCADOPAGO_WEBHOOK_SECRET is required with MERCADOPAGO_ACCESS_TOKEN: it verifies the signatures of webhooks',
    );
  }
  // Only a fake of a test is on this machine; a proxy to Mercado Pago may be reached by http.
  const isFake = isLoopback(new URL(config.MERCADOPAGO_URL).host);
  if (config.MERCADOPAGO_ACCESS_TOKEN && !isFake && !config.PUBLIC_URL.startsWith('https:')) {
    throw new ConfigurationError(
      'PUBLIC_URL must begin with https: when MERCADOPAGO_ACCESS_TOKEN is set: Mercado Pago redirects payers and sends webhooks only to https',
    );
  }
  if (!config.DEMO && !config.SMTP_URL) {
    throw new ConfigurationError('SMTP_URL is required without DEMO: activation links are sent by mail');
  }
}

/** Whether a host is a domain, or below it. */
export const belongsTo = (host: string, domain: string): boolean => `.${host}`.endsWith(`.${domain}`);

/** Browsers refuse a passkey's domain that their page doesn't belong to. */
function checkPasskeyDomain({ PASSKEY_DOMAIN, PUBLIC_URL, PORT }: Settings): void {
  const { hostname } = new URL(PUBLIC_URL || `http://localhost:${PORT}`);
  if (!PASSKEY_DOMAIN || belongsTo(hostname, PASSKEY_DOMAIN)) return;
  throw new ConfigurationError(
    `PASSKEY_DOMAIN=${PASSKEY_DOMAIN} must be ${hostname}, the host of PUBLIC_URL, or a domain above it`,
  );
}

/** A console on the portal's host would hide the portal. */
function checkConsoleHost({ CONSOLE_HOST, PUBLIC_URL, PORT }: Settings): void {
  const { hostname } = new URL(PUBLIC_URL || `http://localhost:${PORT}`);
  if (CONSOLE_HOST !== hostname) return;
  throw new ConfigurationError(
    `CONSOLE_HOST=${CONSOLE_HOST} is the host of PUBLIC_URL: leave it unset, or use another`,
  );
}

/** Checks the settings of a portal before an existing gateway: refuses settings that contradict GATEWAY_URL, ignores others. */
function checkPortalOnly({ GATEWAY_URL, PUBLIC_URL, DATABASE_URL, DEMO, ROLE }: Settings): void {
  const { username, search, hash, origin, pathname } = new URL(GATEWAY_URL);
  if (username || search || hash) {
    throw new ConfigurationError(
      'GATEWAY_URL must not contain a user, query or fragment: calls go to GATEWAY_URL/api/…',
    );
  }
  if (PUBLIC_URL && origin === new URL(PUBLIC_URL).origin && pathname === '/') {
    throw new ConfigurationError('GATEWAY_URL is PUBLIC_URL: the portal would forward its calls to itself');
  }
  const conflicting = Object.entries({ DATABASE_URL, 'DEMO=1': DEMO, 'ROLE=worker': ROLE === 'worker' });
  const [name] = conflicting.find(([, isSet]) => isSet) ?? [];
  if (name)
    throw new ConfigurationError(
      `${name} and GATEWAY_URL exclude each other: a portal before a gateway has no database`,
    );
}

/** Refuses a demonstration that starts by accident where others can reach it: its logins are public. */
function checkDemonstration({ DEMO, PUBLIC_URL, SMTP_URL, HOST }: Settings, env: NodeJS.ProcessEnv): void {
  const isPublic = isPublicUrl(PUBLIC_URL);
  if (!env.DEMO?.trim() && isPublic && looksLocal(env)) {
    throw new ConfigurationError(
      `PUBLIC_URL=${PUBLIC_URL} is a public address, and without DEMO this would be a demonstration, whose logins are public: set NODE_ENV=production and SMTP_URL for real use, or DEMO=1 and SMTP_URL to show the demonstration`,
    );
  }
  if (!DEMO) return;
  if (env.DATABASE_URL || env.NODE_ENV === 'production') {
    throw new ConfigurationError('DEMO=1 needs the embedded database and no NODE_ENV=production');
  }
  if (isPublic && !SMTP_URL) {
    throw new ConfigurationError(
      'DEMO=1 with a public PUBLIC_URL needs SMTP_URL: the mailbox at /dev/correo would show every mail to everybody',
    );
  }
  if (!isPublic && !isLoopback(HOST)) {
    throw new ConfigurationError(
      'DEMO=1 needs a local HOST, or a public PUBLIC_URL with SMTP_URL to show it to others',
    );
  }
}

/** Refuses to switch rate limits and load shedding off in production. */
function checkLimits({ THROTTLE, SHED_AFTER_MS }: Settings, env: NodeJS.ProcessEnv): void {
  if (!isExposed(env)) return;
  if (THROTTLE === 'off') {
    throw new ConfigurationError('THROTTLE=off is refused in production: leave it unset, or set normal or strict');
  }
  if (SHED_AFTER_MS === 0) {
    throw new ConfigurationError('SHED_AFTER_MS=0 is refused in production: leave it unset, or set 1 to 60000');
  }
}
