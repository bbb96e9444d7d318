import * as z from 'zod/mini';
import {
  anyText,
  folder,
  integer,
  networks,
  oneOf,
  picture,
  postgresUrl,
  secret,
  url,
  urlWith,
  webUrl,
  zeroOrOne,
} from './setting-types.ts';

/** What reads a setting: nodes that answer requests, nodes that do jobs, the portal alone before an existing gateway. */
type SettingReader = 'web' | 'worker' | 'portal';

export const ALL_PROCESSES: readonly SettingReader[] = ['web', 'worker', 'portal'];
const GATEWAY_NODES: readonly SettingReader[] = ['web', 'worker'];
const WEB_PROCESSES: readonly SettingReader[] = ['web', 'portal'];

/** What the settings table contains of a setting. */
export interface SettingDescription {
  takes: string;
  description: string;
  by: readonly SettingReader[];
  /** Effect of leaving the setting out, where that is more than a default. */
  unset?: string;
  default?: unknown;
}

function setting<S extends z.ZodMiniType>(
  by: SettingDescription['by'],
  description: string,
  schema: S,
  unset?: string,
): S {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), description, by, unset });
  return schema;
}

/** Every setting there is; `npm run docs` writes the table of docs/operations.md from these declarations. */
export const settings = z.object({
  PORT: setting(
    ALL_PROCESSES,
    'Port of the portal and the gateway; 0 takes any free one',
    z._default(integer(0, 65_535), 3000),
  ),
  HOST: setting(ALL_PROCESSES, 'Address to listen on', z._default(anyText(), '127.0.0.1')),
  PUBLIC_URL: setting(ALL_PROCESSES, 'Address that people and mails use', webUrl(), 'http://localhost:PORT'),
  DATA_DIR: setting(
    GATEWAY_NODES,
    'Folder of the embedded database and of generated secrets',
    z.prefault(folder(), '.data'),
  ),
  DATABASE_URL: setting(
    GATEWAY_NODES,
    'PostgreSQL server; may be a transaction pooler. On another machine it says sslmode=verify-full, or sslmode=disable',
    postgresUrl(),
    'embedded',
  ),
  DATABASE_DIRECT_URL: setting(
    GATEWAY_NODES,
    'The same server without a pooler, as the owner of the tables, for migrations, jobs and LISTEN',
    postgresUrl(),
    'DATABASE_URL',
  ),
  DATABASE_REPLICA_URL: setting(
    GATEWAY_NODES,
    'Streaming replica of DATABASE_URL, read for statistics and exports; all nodes have it or none',
    postgresUrl(),
    'none',
  ),
  DATABASE_PREPARE: setting(
    GATEWAY_NODES,
    '0 switches named statements off, for old poolers',
    z._default(zeroOrOne(), true),
    '1',
  ),
  DATABASE_POOL: setting(GATEWAY_NODES, 'Connections that serve requests', z._default(integer(1, 200), 10)),
  DEMO: setting(
    GATEWAY_NODES,
    'Demonstration data, logins and stand-ins. It answers on this machine alone; 1 with a public PUBLIC_URL and SMTP_URL shows it to others',
    z.optional(zeroOrOne()),
    '1 when embedded, local and not in production',
  ),
  SIMULATOR: setting(
    ['worker'],
    'With DEMO: demonstration parcels move and requests are decided; 0 leaves them as they are',
    z._default(zeroOrOne(), true),
    '1',
  ),
  SIMULATOR_SPEED: setting(
    ['worker'],
    'How many times faster than in life parcels move: by 180, a minute is three working hours; by 1 they keep to working hours',
    z._default(integer(1, 1_000_000), 180),
  ),
  JWT_SECRET: setting(
    GATEWAY_NODES,
    'Signs sessions, addresses of label pictures and tokens of public histories',
    secret(),
    'made and kept in DATA_DIR when embedded; else required',
  ),
  JWT_SECRET_PREVIOUS: setting(['web'], 'Still accepted while JWT_SECRET is rotated', secret(), 'none'),
  SMTP_URL: setting(
    ['worker'],
    'Mail server. On another machine smtp:// needs STARTTLS, unless ?ignoreTLS=true does without',
    url('smtp', 'smtps'),
    'mailbox at /dev/correo, with DEMO; else required',
  ),
  MAIL_FROM: setting(['worker'], 'Sender of the mails', z._default(anyText(), 'Remito <no-responder@localhost>')),
  TRACKING_URL: setting(WEB_PROCESSES, 'Public tracking page', urlWith('{id}'), 'PUBLIC_URL/seguimiento/{id}'),
  GATEWAY_URL: setting(
    ['portal'],
    'Existing gateway: only the portal is served before it, without a database; calls go to GATEWAY_URL/api/…',
    webUrl(),
    'none',
  ),
  PUBLIC_STATES_TOKEN: setting(
    WEB_PROCESSES,
    'Fixed states token of an existing gateway; ours takes it with STRICT_CONTRACT=1',
    anyText(),
    'none',
  ),
  STRICT_CONTRACT: setting(['web'], '1 answers only what the specifications name', z._default(zeroOrOne(), false), '0'),
  OPS_API_KEY: setting(
    GATEWAY_NODES,
    'First key of the provider’s entry',
    secret(),
    'made and kept in DATA_DIR when embedded; else none',
  ),
  BRAND_NAME: setting(
    ALL_PROCESSES,
    'Name of the provider, on labels, mails and screens',
    z._default(anyText(), 'Remito'),
  ),
  BRAND_LOGO: setting(
    WEB_PROCESSES,
    'SVG or PNG file, square, that the portal shows beside the name',
    picture(),
    'our own mark',
  ),
  BRAND_SUPPORT: setting(ALL_PROCESSES, 'How to reach support, in words: an address, a telephone', anyText(), 'none'),
  LABEL_DPI: setting(['web'], 'Resolution of the label printers', z._default(oneOf('203', '300'), '203')),
  LABEL_CONVERSION_URL: setting(
    WEB_PROCESSES,
    'Outside service that turns label pictures into ZPL',
    webUrl(),
    'done in the process',
  ),
  LABEL_CONVERSION_API_KEY: setting(WEB_PROCESSES, 'Its API key; it never leaves the server', anyText(), 'none'),
  BULK_MAX_ROWS: setting(WEB_PROCESSES, 'Most rows of a bulk upload', z._default(integer(1, 1_000_000), 100_000)),
  BULK_MAX_MB: setting(WEB_PROCESSES, 'Largest file of a bulk upload', z._default(integer(1, 500, 'MB'), 50)),
  MERCADOPAGO_ACCESS_TOKEN: setting(
    GATEWAY_NODES,
    'Access token of the Mercado Pago account that is paid',
    anyText(),
    'embedded checkout at /dev/pago, with DEMO; no payments without',
  ),
  MERCADOPAGO_WEBHOOK_SECRET: setting(
    GATEWAY_NODES,
    'Secret that Mercado Pago signs its notifications with',
    anyText(),
    'none; required with MERCADOPAGO_ACCESS_TOKEN',
  ),
  MERCADOPAGO_URL: setting(
    GATEWAY_NODES,
    'Address of Mercado Pago’s API',
    z._default(webUrl(), 'https://api.mercadopago.com'),
  ),
  WAREHOUSE_URL: setting(
    WEB_PROCESSES,
    'Outside service that keeps stock and fulfillment orders; it is only read',
    webUrl(),
    'our own tables',
  ),
  WAREHOUSE_TOKEN: setting(WEB_PROCESSES, 'Its bearer token; it never leaves the server', anyText(), 'none'),
  PLAIN_HTTP_HOSTS: setting(
    ALL_PROCESSES,
    'Hosts of other machines whose services may be named by http:// addresses, by commas: where nobody else is on the network',
    anyText(),
    'none',
  ),
  LOG_LEVEL: setting(
    ALL_PROCESSES,
    'Least weight of what is logged',
    z._default(oneOf('debug', 'info', 'warn', 'error', 'silent'), 'info'),
  ),
  METRICS_PORT: setting(
    ALL_PROCESSES,
    'Port of the figures for Prometheus, at /metrics; 0 takes any free one',
    z.optional(integer(0, 65_535)),
    'no metrics',
  ),
  METRICS_HOST: setting(
    ALL_PROCESSES,
    'Address that the metrics listen on: never one that the public reaches',
    z._default(anyText(), '127.0.0.1'),
  ),
  RETENTION_DAYS: setting(
    ['worker'],
    'Days after which the receivers of orders whose every parcel has ended are masked',
    z.optional(integer(1, 36_500, 'days')),
    'kept for ever',
  ),
  ROLE: setting(
    GATEWAY_NODES,
    'web answers requests; worker does jobs, and answers /livez and /readyz alone',
    z._default(oneOf('both', 'web', 'worker'), 'both'),
  ),
  DRAIN_SECONDS: setting(
    WEB_PROCESSES,
    'How long a node that is stopped says 503 on /readyz and still takes calls, so that proxies leave it',
    z.optional(integer(0, 600, 's')),
    '5 with DATABASE_URL or GATEWAY_URL, else 0',
  ),
  TRUST_PROXY: setting(WEB_PROCESSES, 'Reverse proxies whose X-Forwarded-For is believed', networks(), 'none'),
  THROTTLE: setting(
    WEB_PROCESSES,
    'Limits of calls: strict halves them, off is refused in production. The back-off per user on login always stays',
    z.optional(oneOf('off', 'normal', 'strict')),
    'normal; off with DEMO on one machine',
  ),
  SHED_AFTER_MS: setting(
    ALL_PROCESSES,
    'How late the process may be before it refuses calls; 0 never refuses, however full its memory, and is refused in production',
    z._default(integer(0, 60_000, 'ms'), 1000),
  ),
});
