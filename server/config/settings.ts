import * as z from 'zod/mini';
import { REGISTRATION_MODES } from '#shared/rules/approval.ts';
import {
  aesKey,
  anyText,
  clockTime,
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

/** Process that reads a setting: a node that answers requests, a node that runs jobs, or a portal before a gateway. */
type SettingReader = 'web' | 'worker' | 'portal';

export const ALL_PROCESSES: readonly SettingReader[] = ['web', 'worker', 'portal'];
const GATEWAY_NODES: readonly SettingReader[] = ['web', 'worker'];
const WEB_PROCESSES: readonly SettingReader[] = ['web', 'portal'];

/** A row of the settings table. */
export interface SettingDescription {
  takes: string;
  description: string;
  by: readonly SettingReader[];
  /** Effect of an unset setting, if it isn't a plain default. */
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

/** All settings. `npm run docs` writes the table of docs/operations.md from these declarations. */
export const settings = z.object({
  PORT: setting(
    ALL_PROCESSES,
    'Port of the portal and the gateway; 0 selects a free port',
    z._default(integer(0, 65_535), 3000),
  ),
  HOST: setting(ALL_PROCESSES, 'Address to listen on', z._default(anyText(), '127.0.0.1')),
  PUBLIC_URL: setting(
    ALL_PROCESSES,
    'Public address of the portal, used in links of mails',
    webUrl(),
    'http://localhost:PORT',
  ),
  DATA_DIR: setting(
    GATEWAY_NODES,
    'Folder of the embedded database and of generated secrets',
    z.prefault(folder(), '.data'),
  ),
  DATABASE_URL: setting(
    GATEWAY_NODES,
    'PostgreSQL server; may be a transaction pooler. For another machine it must contain sslmode=verify-full or sslmode=disable',
    postgresUrl(),
    'embedded',
  ),
  DATABASE_DIRECT_URL: setting(
    GATEWAY_NODES,
    'Same server without a pooler, as the owner of the tables; used by migrations, jobs and LISTEN',
    postgresUrl(),
    'DATABASE_URL',
  ),
  DATABASE_REPLICA_URL: setting(
    GATEWAY_NODES,
    'Streaming replica of DATABASE_URL for statistics and exports; set it on all nodes or on none',
    postgresUrl(),
    'none',
  ),
  DATABASE_PREPARE: setting(
    GATEWAY_NODES,
    '0 disables named prepared statements, for poolers that lack them',
    z._default(zeroOrOne(), true),
    '1',
  ),
  DATABASE_POOL: setting(
    GATEWAY_NODES,
    'Maximum number of database connections for requests, per process',
    z._default(integer(1, 200), 10),
  ),
  DEMO: setting(
    GATEWAY_NODES,
    'Demonstration with sample data, logins and embedded services, only on this machine. 1 with a public PUBLIC_URL and SMTP_URL makes it public',
    z.optional(zeroOrOne()),
    '1 when embedded, local and not in production',
  ),
  SIMULATOR: setting(
    ['worker'],
    'With DEMO: simulator that moves parcels and decides modification requests; 0 disables it',
    z._default(zeroOrOne(), true),
    '1',
  ),
  SIMULATOR_SPEED: setting(
    ['worker'],
    'Speed of the simulator: at 180, three working hours pass in a minute; at 1, parcels move in real time during working hours',
    z._default(integer(1, 1_000_000), 180),
  ),
  JWT_SECRET: setting(
    GATEWAY_NODES,
    'Secret that signs session tokens, addresses of label pictures and tokens of public histories',
    secret(),
    'generated in DATA_DIR with the embedded database; else required',
  ),
  JWT_SECRET_PREVIOUS: setting(['web'], 'Previous JWT_SECRET, still accepted during a rotation', secret(), 'none'),
  SECRETS_KEY: setting(
    GATEWAY_NODES,
    'Key that encrypts what the database keeps and must read again, such as the secrets of second factors. Keep it with the backups',
    aesKey(),
    'generated in DATA_DIR with the embedded database; else required',
  ),
  SECRETS_KEY_PREVIOUS: setting(
    GATEWAY_NODES,
    'Previous SECRETS_KEY, which still decrypts during a rotation',
    aesKey(),
    'none',
  ),
  SMTP_URL: setting(
    ['worker'],
    'Mail server. smtp:// to another machine requires STARTTLS, unless the address contains ?ignoreTLS=true',
    url('smtp', 'smtps'),
    'with DEMO, mailbox at /dev/correo; else required',
  ),
  MAIL_FROM: setting(['worker'], 'Sender of the mails', z._default(anyText(), 'Remito <no-responder@localhost>')),
  TRACKING_URL: setting(
    WEB_PROCESSES,
    'Address of the public tracking page; {id} stands for the order’s tracking id',
    urlWith('{id}'),
    'PUBLIC_URL/seguimiento/{id}',
  ),
  GATEWAY_URL: setting(
    ['portal'],
    'Existing gateway: the server runs only the portal, without a database, and forwards calls to GATEWAY_URL/api/…',
    webUrl(),
    'none',
  ),
  PUBLIC_STATES_TOKEN: setting(
    WEB_PROCESSES,
    'Fixed states token of an existing gateway; Remito’s gateway accepts it with STRICT_CONTRACT=1',
    anyText(),
    'none',
  ),
  STRICT_CONTRACT: setting(
    ['web'],
    '1 removes calls and fields that the specifications don’t contain',
    z._default(zeroOrOne(), false),
    '0',
  ),
  OPS_API_KEY: setting(
    GATEWAY_NODES,
    'Key of the operator API, with all permissions',
    secret(),
    'generated in DATA_DIR with the embedded database; else none',
  ),
  BRAND_NAME: setting(
    ALL_PROCESSES,
    'Name of the provider, on labels, mails and screens',
    z._default(anyText(), 'Remito'),
  ),
  BRAND_LOGO: setting(WEB_PROCESSES, 'Square SVG or PNG file with the provider’s logo', picture(), 'Remito’s logo'),
  BRAND_SUPPORT: setting(
    ALL_PROCESSES,
    'Support contact, such as a mail address or telephone number',
    anyText(),
    'none',
  ),
  COLLECTION_CUTOFF: setting(
    GATEWAY_NODES,
    'Local time until which labels printed on a working day are collected on that day; promises count from the collection',
    z._default(clockTime(), '13:00'),
  ),
  LABEL_DPI: setting(
    ['web'],
    'Resolution of the label printers in dots per inch',
    z._default(oneOf('203', '300'), '203'),
  ),
  LABEL_CONVERSION_URL: setting(
    WEB_PROCESSES,
    'External service that converts label pictures to ZPL',
    webUrl(),
    'embedded conversion',
  ),
  LABEL_CONVERSION_API_KEY: setting(
    WEB_PROCESSES,
    'API key of LABEL_CONVERSION_URL; it never leaves the server',
    anyText(),
    'none',
  ),
  BULK_MAX_ROWS: setting(
    WEB_PROCESSES,
    'Maximum number of rows of a bulk upload',
    z._default(integer(1, 1_000_000), 100_000),
  ),
  BULK_MAX_MB: setting(WEB_PROCESSES, 'Maximum file size of a bulk upload', z._default(integer(1, 500, 'MB'), 50)),
  MERCADOPAGO_ACCESS_TOKEN: setting(
    GATEWAY_NODES,
    'Access token of the Mercado Pago account that receives payments',
    anyText(),
    'with DEMO, embedded checkout at /dev/pago; else no payments',
  ),
  MERCADOPAGO_WEBHOOK_SECRET: setting(
    GATEWAY_NODES,
    'Secret of the signatures of Mercado Pago’s webhooks',
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
    'External service with stock and fulfillment orders; Remito only reads from it',
    webUrl(),
    'Remito’s tables',
  ),
  WAREHOUSE_TOKEN: setting(
    WEB_PROCESSES,
    'Bearer token of WAREHOUSE_URL; it never leaves the server',
    anyText(),
    'none',
  ),
  PLAIN_HTTP_HOSTS: setting(
    ALL_PROCESSES,
    'Hosts on other machines that addresses in settings may reach by http://, separated by commas; only for private networks',
    anyText(),
    'none',
  ),
  LOG_LEVEL: setting(
    ALL_PROCESSES,
    'Minimum log level',
    z._default(oneOf('debug', 'info', 'warn', 'error', 'silent'), 'info'),
  ),
  METRICS_PORT: setting(
    ALL_PROCESSES,
    'Port of the Prometheus metrics at /metrics; 0 selects a free port',
    z.optional(integer(0, 65_535)),
    'no metrics',
  ),
  METRICS_HOST: setting(
    ALL_PROCESSES,
    'Address of the metrics server; must not be reachable by the public',
    z._default(anyText(), '127.0.0.1'),
  ),
  REGISTRATION: setting(
    ['web'],
    'Who may register: open lets new clients create orders at once, approval after the provider approves them, closed nobody',
    z.optional(oneOf(...REGISTRATION_MODES)),
    'open with DEMO, else approval',
  ),
  NEW_CLIENTS_PREPAID: setting(
    ['web'],
    '0 lets new clients pay on account. Without configured payments, and with DEMO, they always do',
    z._default(zeroOrOne(), true),
    '1',
  ),
  RETENTION_DAYS: setting(
    ['worker'],
    'Days from the end of an order’s last parcel until its receiver is masked',
    z.optional(integer(1, 36_500, 'days')),
    'never masked',
  ),
  ROLE: setting(
    GATEWAY_NODES,
    'web answers requests; worker runs jobs and answers only /livez and /readyz',
    z._default(oneOf('both', 'web', 'worker'), 'both'),
  ),
  DRAIN_SECONDS: setting(
    WEB_PROCESSES,
    'Time for which a stopping process answers 503 on /readyz and still accepts calls, so that proxies stop using it',
    z.optional(integer(0, 600, 's')),
    '5 with DATABASE_URL or GATEWAY_URL, else 0',
  ),
  TRUST_PROXY: setting(WEB_PROCESSES, 'Reverse proxies whose X-Forwarded-For header is trusted', networks(), 'none'),
  THROTTLE: setting(
    WEB_PROCESSES,
    'Rate limits: strict halves them, off disables them and is refused in production. The login limit per user always applies',
    z.optional(oneOf('off', 'normal', 'strict')),
    'normal; off with DEMO on one machine',
  ),
  SHED_AFTER_MS: setting(
    ALL_PROCESSES,
    'Event loop delay above which the process refuses calls (load shedding); 0 disables this and the memory limit, and is refused in production',
    z._default(integer(0, 60_000, 'ms'), 1000),
  ),
});
