import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { extname, join, resolve } from 'node:path';

/** A setting of the environment: what it means, and how its text is read. Undefined text is the empty one. */
interface Setting<T> {
  doc: string;
  read(text: string, env: NodeJS.ProcessEnv): T;
  /** What the settings table of the documents says when it is unset. */
  unset: string;
}

class WrongSetting extends Error {}

function setting<T>(unset: string, doc: string, read: (text: string, env: NodeJS.ProcessEnv) => T): Setting<T> {
  return { unset, doc, read };
}

const words =
  <const W extends string>(list: readonly W[], fallback: W) =>
  (text: string): W => {
    if (text === '') return fallback;
    if (list.includes(text as W)) return text as W;
    throw new WrongSetting(`is one of ${list.join(', ')}`);
  };

const flag = (fallback: (env: NodeJS.ProcessEnv) => boolean) => (text: string, env: NodeJS.ProcessEnv) => {
  if (text === '') return fallback(env);
  if (text === '1' || text === '0') return text === '1';
  throw new WrongSetting('is 1 or 0');
};

const whole = (fallback: number, min: number, max: number) => (text: string) => {
  if (text === '') return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new WrongSetting(`is a whole number from ${min} to ${max}`);
};

const url =
  (protocols: readonly string[], fallback = '') =>
  (text: string) => {
    if (text === '') return fallback;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text.replace(/\/$/, '');
    throw new WrongSetting(`is an address that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`);
  };

const anyText =
  (fallback = '') =>
  (text: string) =>
    text || fallback;

/** Path of a picture that can be read. */
function picture(text: string): string {
  if (text === '') return '';
  const path = resolve(text);
  try {
    if (!['.svg', '.png'].includes(extname(path))) throw new Error();
    accessSync(path, constants.R_OK);
    return path;
  } catch {
    throw new WrongSetting('is an SVG or PNG file that can be read');
  }
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

/** Demonstration mode is on by itself only where nobody else can reach it. */
function demoByDefault(env: NodeJS.ProcessEnv): boolean {
  const local = LOOPBACK.has(env.HOST || '127.0.0.1');
  return local && !env.DATABASE_URL && !env.GATEWAY_URL && env.NODE_ENV !== 'production';
}

const secret = (text: string) => {
  if (text === '' || text.length >= 32) return text;
  throw new WrongSetting('has at least 32 characters');
};

/** What a proxy's address may be named as besides a number. */
const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);

const networks = (text: string) => {
  for (const name of text === '' ? [] : text.split(',').map((one) => one.trim())) {
    const [address = '', bits, ...rest] = name.split('/');
    const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    const fits = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest);
    if (NETWORKS.has(name) || (longest > 0 && fits && rest.length === 0)) continue;
    throw new WrongSetting('is a list of addresses or networks such as 10.0.0.1, 10.0.0.0/8, loopback');
  }
  return text;
};

/** Every setting there is; the table in the documents is made from it. */
export const settings = {
  PORT: setting('3000', 'Port of the portal and the gateway; 0 takes any free one', whole(3000, 0, 65_535)),
  HOST: setting('127.0.0.1', 'Address to listen on', anyText('127.0.0.1')),
  PUBLIC_URL: setting('http://localhost:PORT', 'Address that people and mails use', url(['http:', 'https:'])),
  DATA_DIR: setting('.data', 'Folder of the embedded database and of generated secrets', (text) =>
    resolve(text || '.data'),
  ),
  DATABASE_URL: setting(
    'embedded',
    'PostgreSQL server; may be a transaction pooler',
    url(['postgres:', 'postgresql:']),
  ),
  DATABASE_DIRECT_URL: setting(
    'DATABASE_URL',
    'The same server without a pooler, for migrations, jobs and LISTEN',
    url(['postgres:', 'postgresql:']),
  ),
  DATABASE_REPLICA_URL: setting(
    'none',
    'Streaming replica of DATABASE_URL, asked for lists, search, statistics and exports',
    url(['postgres:', 'postgresql:']),
  ),
  DATABASE_PREPARE: setting(
    '1',
    '0 switches named statements off, for old poolers',
    flag(() => true),
  ),
  DATABASE_POOL: setting('10', 'Connections that serve requests', whole(10, 1, 200)),
  DEMO: setting(
    '1 when embedded, local and not in production',
    'Demonstration data, logins and stand-ins',
    flag(demoByDefault),
  ),
  SIMULATOR: setting(
    '1',
    'With DEMO: demonstration parcels move and requests are decided; 0 leaves them as they are',
    flag(() => true),
  ),
  SIMULATOR_SPEED: setting(
    '180',
    'How many times faster than in life parcels move: by 180, a minute is three working hours; by 1 they keep to working hours',
    whole(180, 1, 1_000_000),
  ),
  JWT_SECRET: setting('made and kept in DATA_DIR when embedded', 'Signs the sessions; at least 32 characters', secret),
  JWT_SECRET_PREVIOUS: setting('none', 'Still accepted while JWT_SECRET is rotated', secret),
  SMTP_URL: setting('mailbox at /dev/correo, with DEMO', 'Mail server', url(['smtp:', 'smtps:'])),
  MAIL_FROM: setting(
    'Remito <no-responder@localhost>',
    'Sender of the mails',
    anyText('Remito <no-responder@localhost>'),
  ),
  TRACKING_URL: setting('PUBLIC_URL/seguimiento/{id}', 'Public tracking page; holds {id}', (text) => {
    if (text === '' || (text.includes('{id}') && /^https?:\/\//.test(text))) return text;
    throw new WrongSetting('is an address that holds {id}');
  }),
  GATEWAY_URL: setting(
    'none',
    'Existing gateway: only the portal is served before it, without a database; calls go to GATEWAY_URL/api/…',
    url(['http:', 'https:']),
  ),
  PUBLIC_STATES_TOKEN: setting('none', 'Fixed states token of an existing gateway', anyText()),
  STRICT_CONTRACT: setting(
    '0',
    '1 answers only what the specifications name',
    flag(() => false),
  ),
  OPS_API_KEY: setting(
    'made and kept in DATA_DIR when embedded',
    'First key of the provider’s entry; at least 32 characters',
    secret,
  ),
  BRAND_NAME: setting('Remito', 'Name of the provider, on labels, mails and screens', anyText('Remito')),
  BRAND_LOGO: setting('our own mark', 'SVG or PNG file, square, that the portal shows beside the name', picture),
  BRAND_SUPPORT: setting('none', 'How to reach support', anyText()),
  LABEL_DPI: setting('203', 'Resolution of the label printers, 203 or 300', words(['203', '300'], '203')),
  LABEL_CONVERSION_URL: setting(
    'done in the process',
    'Outside service that turns label pictures into ZPL',
    url(['http:', 'https:']),
  ),
  LABEL_CONVERSION_API_KEY: setting('none', 'Its API key; it never leaves the server', anyText()),
  BULK_MAX_ROWS: setting('100000', 'Most rows of a bulk upload', whole(100_000, 1, 1_000_000)),
  BULK_MAX_MB: setting('50', 'Largest file of a bulk upload, in MB', whole(50, 1, 500)),
  MERCADOPAGO_ACCESS_TOKEN: setting(
    'embedded checkout at /dev/pago, with DEMO; no payments without',
    'Access token of the Mercado Pago account that is paid',
    anyText(),
  ),
  MERCADOPAGO_WEBHOOK_SECRET: setting('none', 'Secret that Mercado Pago signs its notifications with', anyText()),
  MERCADOPAGO_URL: setting(
    'https://api.mercadopago.com',
    'Address of Mercado Pago’s API',
    url(['http:', 'https:'], 'https://api.mercadopago.com'),
  ),
  WAREHOUSE_URL: setting(
    'our own tables',
    'Outside service that keeps stock and fulfillment orders; it is only read',
    url(['http:', 'https:']),
  ),
  WAREHOUSE_TOKEN: setting('none', 'Its bearer token; it never leaves the server', anyText()),
  LOG_LEVEL: setting('info', 'debug, info, warn or error', words(['debug', 'info', 'warn', 'error', 'silent'], 'info')),
  METRICS_PORT: setting(
    'no metrics',
    'Port of the figures for Prometheus, at /metrics; 0 takes any free one',
    (text) => (text === '' ? null : whole(0, 0, 65_535)(text)),
  ),
  METRICS_HOST: setting(
    '127.0.0.1',
    'Address that the metrics listen on: never one that the public reaches',
    anyText('127.0.0.1'),
  ),
  RETENTION_DAYS: setting(
    'kept for ever',
    'Days after which the receivers of orders whose every parcel has ended are masked',
    (text) => (text === '' ? null : whole(0, 1, 36_500)(text)),
  ),
  ROLE: setting(
    'both',
    'web answers requests; worker does jobs, and answers /livez and /readyz alone',
    words(['both', 'web', 'worker'], 'both'),
  ),
  DRAIN_SECONDS: setting(
    '5 with DATABASE_URL or GATEWAY_URL, else 0',
    'How long a node that is stopped says 503 on /readyz and still takes calls, so that proxies leave it',
    (text, env) => whole(env.DATABASE_URL || env.GATEWAY_URL ? 5 : 0, 0, 600)(text),
  ),
  TRUST_PROXY: setting('none', 'Addresses or networks (10.0.0.0/8) of reverse proxies, separated by commas', networks),
  THROTTLE: setting(
    'normal; off with DEMO',
    'off, normal or strict. The back-off per user on login always stays',
    (text, env) =>
      words(['off', 'normal', 'strict'], flag(demoByDefault)(env.DEMO ?? '', env) ? 'off' : 'normal')(text),
  ),
  SHED_AFTER_MS: setting(
    '1000',
    'How late the process may be before it refuses calls, and how full its memory; 0 never refuses',
    whole(1000, 0, 60_000),
  ),
} satisfies Record<string, Setting<unknown>>;

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
  check(config, env);
  const PUBLIC_URL = config.PUBLIC_URL || `http://localhost:${config.PORT}`;
  return {
    ...config,
    PUBLIC_URL,
    TRACKING_URL: config.TRACKING_URL || `${PUBLIC_URL}/seguimiento/{id}`,
    DATABASE_DIRECT_URL: config.DATABASE_DIRECT_URL || config.DATABASE_URL,
  };
}

function check(config: Config, env: NodeJS.ProcessEnv): void {
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
