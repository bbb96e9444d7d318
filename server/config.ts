import { join } from 'node:path';
import { WrongSetting } from './setting-readers.ts';
import { demoByDefault, settings } from './settings.ts';

export type Config = { readonly [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['read']> };

/** A setting that the product can't start with; the message is one line for the operator. */
export class ConfigurationError extends Error {}

/**
 * Reads all settings once.
 *
 * @throws ConfigurationError with one clear line for the first wrong value or combination
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const entries = Object.entries(settings).map(([name, { read }]) => {
    try {
      return [name, read((env[name] ?? '').trim(), env)];
    } catch (error) {
      if (error instanceof WrongSetting) throw new ConfigurationError(`${name} ${error.message}`);
      throw error;
    }
  });
  const config = Object.fromEntries(entries) as Config;
  checkTogether(config, env);
  const PUBLIC_URL = config.PUBLIC_URL || `http://localhost:${config.PORT}`;
  return {
    ...config,
    PUBLIC_URL,
    TRACKING_URL: config.TRACKING_URL || `${PUBLIC_URL}/seguimiento/{id}`,
    DATABASE_DIRECT_URL: config.DATABASE_DIRECT_URL || config.DATABASE_URL,
  };
}

/** Looks at settings that are right by themselves and wrong together. @throws ConfigurationError for the first such */
function checkTogether(config: Config, env: NodeJS.ProcessEnv): void {
  if (config.GATEWAY_URL) {
    checkPortalOnly(config);
    return;
  }
  if (config.DEMO && !demoByDefault(env)) {
    throw new ConfigurationError('DEMO=1 needs the embedded database, a local HOST and no production environment');
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

/** Where generated secrets are kept. */
export const secretFile = (config: Pick<Config, 'DATA_DIR'>, name: string) => join(config.DATA_DIR, 'secrets', name);
