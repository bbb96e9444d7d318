import { isPublicUrl } from '#server/platform/loopback.ts';
import { demoByDefault } from './exposure.ts';
import {
  anyText,
  flag,
  folder,
  networks,
  picture,
  type Reader,
  secret,
  url,
  urlWith,
  whole,
  words,
} from './setting-readers.ts';

/** What reads a setting: nodes that answer requests, nodes that do jobs, the portal alone before an existing gateway. */
type Reading = 'web' | 'worker' | 'portal';

/** A setting of the environment: what it means, and how its text is read. */
interface Setting<T> extends Reader<T> {
  doc: string;
  /** What the settings table of the documents says when it is unset. */
  unset: string;
  by: readonly Reading[];
}

/** Whoever there is. */
export const EVERYBODY: readonly Reading[] = ['web', 'worker', 'portal'];
const NODES: readonly Reading[] = ['web', 'worker'];
const FRONTS: readonly Reading[] = ['web', 'portal'];

function setting<T>(by: readonly Reading[], unset: string, doc: string, reader: Reader<T>): Setting<T> {
  return { ...reader, doc, unset, by };
}

const on = flag(() => true);
const off = flag(() => false);

const WEB = ['http:', 'https:'];
const POSTGRES = ['postgres:', 'postgresql:'];

/** Every setting there is; the table in the documents is made from it. */
export const settings = {
  PORT: setting(
    EVERYBODY,
    '3000',
    'Port of the portal and the gateway; 0 takes any free one',
    whole({ min: 0, max: 65_535, fallback: () => 3000 }),
  ),
  HOST: setting(EVERYBODY, '127.0.0.1', 'Address to listen on', anyText('127.0.0.1')),
  PUBLIC_URL: setting(EVERYBODY, 'http://localhost:PORT', 'Address that people and mails use', url(WEB)),
  DATA_DIR: setting(NODES, '.data', 'Folder of the embedded database and of generated secrets', folder('.data')),
  DATABASE_URL: setting(
    NODES,
    'embedded',
    'PostgreSQL server; may be a transaction pooler. On another machine it says sslmode=verify-full, or sslmode=disable',
    url(POSTGRES),
  ),
  DATABASE_DIRECT_URL: setting(
    NODES,
    'DATABASE_URL',
    'The same server without a pooler, as the owner of the tables, for migrations, jobs and LISTEN',
    url(POSTGRES),
  ),
  DATABASE_REPLICA_URL: setting(
    ['web'],
    'none',
    'Streaming replica of DATABASE_URL, asked for lists, search, statistics and exports',
    url(POSTGRES),
  ),
  DATABASE_PREPARE: setting(NODES, '1', '0 switches named statements off, for old poolers', on),
  DATABASE_POOL: setting(
    NODES,
    '10',
    'Connections that serve requests',
    whole({ min: 1, max: 200, fallback: () => 10 }),
  ),
  DEMO: setting(
    NODES,
    '1 when embedded, local and not in production',
    'Demonstration data, logins and stand-ins. It answers on this machine alone; 1 with a public PUBLIC_URL and SMTP_URL shows it to others',
    flag(demoByDefault),
  ),
  SIMULATOR: setting(
    ['worker'],
    '1',
    'With DEMO: demonstration parcels move and requests are decided; 0 leaves them as they are',
    on,
  ),
  SIMULATOR_SPEED: setting(
    ['worker'],
    '180',
    'How many times faster than in life parcels move: by 180, a minute is three working hours; by 1 they keep to working hours',
    whole({ min: 1, max: 1_000_000, fallback: () => 180 }),
  ),
  JWT_SECRET: setting(
    NODES,
    'made and kept in DATA_DIR when embedded; else required',
    'Signs sessions, addresses of label pictures and tokens of public histories',
    secret,
  ),
  JWT_SECRET_PREVIOUS: setting(['web'], 'none', 'Still accepted while JWT_SECRET is rotated', secret),
  SMTP_URL: setting(
    ['worker'],
    'mailbox at /dev/correo, with DEMO; else required',
    'Mail server. On another machine smtp:// needs STARTTLS, unless ?ignoreTLS=true does without',
    url(['smtp:', 'smtps:']),
  ),
  MAIL_FROM: setting(
    ['worker'],
    'Remito <no-responder@localhost>',
    'Sender of the mails',
    anyText('Remito <no-responder@localhost>'),
  ),
  TRACKING_URL: setting(FRONTS, 'PUBLIC_URL/seguimiento/{id}', 'Public tracking page', urlWith('{id}')),
  GATEWAY_URL: setting(
    ['portal'],
    'none',
    'Existing gateway: only the portal is served before it, without a database; calls go to GATEWAY_URL/api/…',
    url(WEB),
  ),
  PUBLIC_STATES_TOKEN: setting(
    FRONTS,
    'none',
    'Fixed states token of an existing gateway; ours takes it with STRICT_CONTRACT=1',
    anyText(),
  ),
  STRICT_CONTRACT: setting(['web'], '0', '1 answers only what the specifications name', off),
  OPS_API_KEY: setting(
    NODES,
    'made and kept in DATA_DIR when embedded; else none',
    'First key of the provider’s entry',
    secret,
  ),
  BRAND_NAME: setting(EVERYBODY, 'Remito', 'Name of the provider, on labels, mails and screens', anyText('Remito')),
  BRAND_LOGO: setting(
    FRONTS,
    'our own mark',
    'SVG or PNG file, square, that the portal shows beside the name',
    picture,
  ),
  BRAND_SUPPORT: setting(EVERYBODY, 'none', 'How to reach support, in words: an address, a telephone', anyText()),
  LABEL_DPI: setting(
    ['web'],
    '203',
    'Resolution of the label printers',
    words(['203', '300'], () => '203'),
  ),
  LABEL_CONVERSION_URL: setting(
    FRONTS,
    'done in the process',
    'Outside service that turns label pictures into ZPL',
    url(WEB),
  ),
  LABEL_CONVERSION_API_KEY: setting(FRONTS, 'none', 'Its API key; it never leaves the server', anyText()),
  BULK_MAX_ROWS: setting(
    FRONTS,
    '100000',
    'Most rows of a bulk upload',
    whole({ min: 1, max: 1_000_000, fallback: () => 100_000 }),
  ),
  BULK_MAX_MB: setting(
    FRONTS,
    '50',
    'Largest file of a bulk upload',
    whole({ min: 1, max: 500, unit: 'MB', fallback: () => 50 }),
  ),
  MERCADOPAGO_ACCESS_TOKEN: setting(
    NODES,
    'embedded checkout at /dev/pago, with DEMO; no payments without',
    'Access token of the Mercado Pago account that is paid',
    anyText(),
  ),
  MERCADOPAGO_WEBHOOK_SECRET: setting(
    NODES,
    'none; required with MERCADOPAGO_ACCESS_TOKEN',
    'Secret that Mercado Pago signs its notifications with',
    anyText(),
  ),
  MERCADOPAGO_URL: setting(
    NODES,
    'https://api.mercadopago.com',
    'Address of Mercado Pago’s API',
    url(WEB, 'https://api.mercadopago.com'),
  ),
  WAREHOUSE_URL: setting(
    FRONTS,
    'our own tables',
    'Outside service that keeps stock and fulfillment orders; it is only read',
    url(WEB),
  ),
  WAREHOUSE_TOKEN: setting(FRONTS, 'none', 'Its bearer token; it never leaves the server', anyText()),
  PLAIN_HTTP_HOSTS: setting(
    EVERYBODY,
    'none',
    'Hosts of other machines whose services may be named by http:// addresses, by commas: where nobody else is on the network',
    anyText(),
  ),
  LOG_LEVEL: setting(
    EVERYBODY,
    'info',
    'Least weight of what is logged',
    words(['debug', 'info', 'warn', 'error', 'silent'], () => 'info'),
  ),
  METRICS_PORT: setting(
    EVERYBODY,
    'no metrics',
    'Port of the figures for Prometheus, at /metrics; 0 takes any free one',
    whole({ min: 0, max: 65_535, fallback: () => null }),
  ),
  METRICS_HOST: setting(
    EVERYBODY,
    '127.0.0.1',
    'Address that the metrics listen on: never one that the public reaches',
    anyText('127.0.0.1'),
  ),
  RETENTION_DAYS: setting(
    ['worker'],
    'kept for ever',
    'Days after which the receivers of orders whose every parcel has ended are masked',
    whole({ min: 1, max: 36_500, unit: 'days', fallback: () => null }),
  ),
  ROLE: setting(
    NODES,
    'both',
    'web answers requests; worker does jobs, and answers /livez and /readyz alone',
    words(['both', 'web', 'worker'], () => 'both'),
  ),
  DRAIN_SECONDS: setting(
    FRONTS,
    '5 with DATABASE_URL or GATEWAY_URL, else 0',
    'How long a node that is stopped says 503 on /readyz and still takes calls, so that proxies leave it',
    whole({ min: 0, max: 600, unit: 's', fallback: (env) => (env.DATABASE_URL || env.GATEWAY_URL ? 5 : 0) }),
  ),
  TRUST_PROXY: setting(FRONTS, 'none', 'Reverse proxies whose X-Forwarded-For is believed', networks),
  THROTTLE: setting(
    FRONTS,
    'normal; off with DEMO on one machine',
    'Limits of calls: strict halves them, off is refused in production. The back-off per user on login always stays',
    words(['off', 'normal', 'strict'], (env) => (isDemo(env) && !isPublicUrl(env.PUBLIC_URL ?? '') ? 'off' : 'normal')),
  ),
  SHED_AFTER_MS: setting(
    EVERYBODY,
    '1000',
    'How late the process may be before it refuses calls; 0 never refuses, however full its memory, and is refused in production',
    whole({ min: 0, max: 60_000, unit: 'ms', fallback: () => 1000 }),
  ),
} satisfies Record<string, Setting<unknown>>;

/** DEMO as it is read. */
function isDemo(env: NodeJS.ProcessEnv): boolean {
  return flag(demoByDefault).read((env.DEMO ?? '').trim(), env);
}
