import { ConfigurationError } from '#server/platform/configuration-error.ts';
import { isLoopback, isPublicUrl } from '#server/platform/loopback.ts';
import type { Config } from './config.ts';
import { isExposed, looksLocal } from './exposure.ts';
import { requireTls } from './transport-security.ts';

/** Looks at settings that are right by themselves and wrong together. @throws ConfigurationError for the first such */
export function checkCombinations(config: Config, env: NodeJS.ProcessEnv): void {
  if (!config.GATEWAY_URL) checkDemonstration(config, env);
  checkLimits(config, env);
  requireTls(config);
  if (config.GATEWAY_URL) {
    checkPortalOnly(config);
    return;
  }
  if (config.ROLE === 'worker' && !config.PUBLIC_URL) {
    throw new ConfigurationError(
      'PUBLIC_URL is required with ROLE=worker: its mails lead there, and so do its own calls',
    );
  }
  if (config.DATABASE_REPLICA_URL && !config.DATABASE_URL) {
    throw new ConfigurationError('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica');
  }
  if (config.DATABASE_URL && !config.JWT_SECRET) {
    throw new ConfigurationError('JWT_SECRET is required with DATABASE_URL: all nodes must share it');
  }
  if (config.MERCADOPAGO_ACCESS_TOKEN && !config.MERCADOPAGO_WEBHOOK_SECRET) {
    throw new ConfigurationError(
      'MERCADOPAGO_WEBHOOK_SECRET is required with MERCADOPAGO_ACCESS_TOKEN: notifications must prove who they are from',
    );
  }
  if (
    config.MERCADOPAGO_ACCESS_TOKEN &&
    config.MERCADOPAGO_URL.startsWith('https:') &&
    !config.PUBLIC_URL.startsWith('https:')
  ) {
    throw new ConfigurationError(
      'PUBLIC_URL begins with https: when MERCADOPAGO_ACCESS_TOKEN is set: Mercado Pago sends payers and notifications to no other address',
    );
  }
  if (!config.DEMO && !config.SMTP_URL) {
    throw new ConfigurationError('SMTP_URL is required without DEMO: activation links go out by mail');
  }
}

/** Before an existing gateway: what is the gateway's affair is not looked at, what says the contrary stops the start. */
function checkPortalOnly({ GATEWAY_URL, PUBLIC_URL, DATABASE_URL, DEMO, ROLE }: Config): void {
  const { username, search, hash, origin, pathname } = new URL(GATEWAY_URL);
  if (username || search || hash) {
    throw new ConfigurationError('GATEWAY_URL holds no user, query or fragment: calls go to GATEWAY_URL/api/…');
  }
  if (PUBLIC_URL && origin === new URL(PUBLIC_URL).origin && pathname === '/') {
    throw new ConfigurationError('GATEWAY_URL is PUBLIC_URL: the portal would forward its calls to itself');
  }
  const contrary = Object.entries({ DATABASE_URL, 'DEMO=1': DEMO, 'ROLE=worker': ROLE === 'worker' });
  const [name] = contrary.find(([, isSet]) => isSet) ?? [];
  if (name)
    throw new ConfigurationError(`${name} and GATEWAY_URL exclude each other: before a gateway there is no database`);
}

/** A demonstration has logins that everybody knows: it is never begun by accident where others can reach it. */
function checkDemonstration({ DEMO, PUBLIC_URL, SMTP_URL, HOST }: Config, env: NodeJS.ProcessEnv): void {
  const isPublic = isPublicUrl(PUBLIC_URL);
  if (!env.DEMO?.trim() && isPublic && looksLocal(env)) {
    throw new ConfigurationError(
      `PUBLIC_URL=${PUBLIC_URL} leads here from elsewhere, and without DEMO this would be a demonstration, whose logins everybody knows: set NODE_ENV=production and SMTP_URL to run for real, or DEMO=1 and SMTP_URL to show the demonstration`,
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

/** In production the limits for anonymous callers can be changed but not switched off. */
function checkLimits({ THROTTLE, SHED_AFTER_MS }: Config, env: NodeJS.ProcessEnv): void {
  if (!isExposed(env)) return;
  if (THROTTLE === 'off') {
    throw new ConfigurationError('THROTTLE=off is refused in production: leave it unset, or set normal or strict');
  }
  if (SHED_AFTER_MS === 0) {
    throw new ConfigurationError('SHED_AFTER_MS=0 is refused in production: leave it unset, or set 1 to 60000');
  }
}
