import { expect, test } from 'vitest';
import { requiresStartTls } from '#server/integrations/mail/create-mailer.ts';
import { hasEmbeddedPayments } from '#server/integrations/payment/create-payments.ts';
import { ConfigurationError } from '#server/platform/configuration-error.ts';
import { TEST_SECRETS_KEY } from '#test/services/secrets-key.ts';
import { readConfig } from './config.ts';

const SMTP = { SMTP_URL: 'smtp://127.0.0.1:1' };
const GATEWAY = { GATEWAY_URL: 'https://gateway.example.com' };
const PAID = {
  ...SMTP,
  DEMO: '0',
  PUBLIC_URL: 'https://portal.example.com',
  MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1',
  MERCADOPAGO_WEBHOOK_SECRET: 'secreto',
};

test.each([
  ['Correo del Sur', 'Correo del Sur <no-responder@localhost>'],
  ['Envíos, <Sur> S.A.', 'Envíos Sur S.A. <no-responder@localhost>'],
])('mails of the provider %s come from %s until a sender is set', (name, sender) => {
  expect(readConfig({ BRAND_NAME: name }).MAIL_FROM).toBe(sender);
});

test('payments are simulated only in a demonstration', () => {
  expect(hasEmbeddedPayments(readConfig({}))).toBe(true);
  expect(hasEmbeddedPayments(readConfig({ DEMO: '0', ...SMTP }))).toBe(false);
  expect(hasEmbeddedPayments(readConfig({ NODE_ENV: 'production', ...SMTP }))).toBe(false);
  expect(hasEmbeddedPayments(readConfig({ ...PAID, DEMO: '1' }))).toBe(false);
});

test.each([
  ['a demonstration in production', { NODE_ENV: 'production', DEMO: '1' }, 'DEMO=1 needs'],
  ['a demonstration that others can reach', { HOST: '0.0.0.0', DEMO: '1' }, 'DEMO=1 needs'],
  ['an account without its webhook secret', { ...PAID, MERCADOPAGO_WEBHOOK_SECRET: '' }, 'MERCADOPAGO_WEBHOOK_SECRET'],
  ['a worker without the address for links in mails', { ...SMTP, DEMO: '0', ROLE: 'worker' }, 'PUBLIC_URL'],
  [
    'a server’s database without the key of its secrets',
    { ...SMTP, DATABASE_URL: 'postgres://127.0.0.1/remito', JWT_SECRET: 'a secret of thirty-two characters or more' },
    'SECRETS_KEY is required with DATABASE_URL',
  ],
  ['a key of another length', { SECRETS_KEY: 'c2hvcnQ' }, 'SECRETS_KEY must be 32 bytes in base64url'],
  ['a missing logo', { BRAND_LOGO: '/nowhere/marca.svg' }, 'BRAND_LOGO must be an SVG or PNG file'],
  ['a logo that isn’t a picture', { BRAND_LOGO: 'package.json' }, 'BRAND_LOGO must be an SVG or PNG file'],
  [
    'a replica of the embedded database',
    { DATABASE_REPLICA_URL: 'postgres://127.0.0.1/remito' },
    'DATABASE_REPLICA_URL',
  ],
  [
    'a gateway and a database',
    { ...GATEWAY, DATABASE_URL: 'postgres://127.0.0.1/remito' },
    'DATABASE_URL and GATEWAY_URL',
  ],
  ['a demonstration with a gateway', { ...GATEWAY, DEMO: '1' }, 'DEMO=1 and GATEWAY_URL'],
  ['a worker with a gateway', { ...GATEWAY, ROLE: 'worker' }, 'ROLE=worker and GATEWAY_URL'],
  [
    'a gateway that is the portal itself',
    { ...GATEWAY, PUBLIC_URL: 'https://gateway.example.com' },
    'GATEWAY_URL is PUBLIC_URL',
  ],
  [
    'a gateway’s address with a password',
    { GATEWAY_URL: 'https://ana:clave@gateway.example.com' },
    'GATEWAY_URL must not contain',
  ],
  [
    'a gateway’s address with a query',
    { GATEWAY_URL: 'https://gateway.example.com/?a=1' },
    'GATEWAY_URL must not contain',
  ],
  ['an invalid gateway address', { GATEWAY_URL: 'gateway.example.com' }, 'GATEWAY_URL must be an address'],
  ['an account without a public address', { ...PAID, PUBLIC_URL: 'http://portal.example.com' }, 'PUBLIC_URL'],
  [
    'an account behind a proxy without a public address',
    {
      ...PAID,
      PUBLIC_URL: 'http://portal.example.com',
      MERCADOPAGO_URL: 'http://proxy.internal',
      PLAIN_HTTP_HOSTS: 'proxy.internal',
    },
    'PUBLIC_URL must begin with https:',
  ],
  [
    'a public address and nothing else',
    { PUBLIC_URL: 'https://envios.example.com' },
    'PUBLIC_URL=https://envios.example.com is a public address',
  ],
  [
    'a public address with a mail server, without DEMO or NODE_ENV',
    { ...SMTP, PUBLIC_URL: 'https://envios.example.com' },
    'set NODE_ENV=production and SMTP_URL for real use, or DEMO=1 and SMTP_URL',
  ],
  [
    'a public demonstration whose mails everybody could read',
    { DEMO: '1', PUBLIC_URL: 'https://demo.example.com' },
    'DEMO=1 with a public PUBLIC_URL needs SMTP_URL',
  ],
  ['no rate limits in production', { ...SMTP, NODE_ENV: 'production', THROTTLE: 'off' }, 'THROTTLE=off is refused'],
  [
    'no rate limits where other machines reach the server',
    { DEMO: '0', HOST: '0.0.0.0', THROTTLE: 'off' },
    'THROTTLE=off is refused',
  ],
  ['no rate limits at a public address', { ...PAID, THROTTLE: 'off' }, 'THROTTLE=off is refused'],
  [
    'no rate limits in a public demonstration',
    { ...SMTP, DEMO: '1', PUBLIC_URL: 'https://demo.example.com', THROTTLE: 'off' },
    'THROTTLE=off is refused',
  ],
  [
    'no rate limits in a public portal before a gateway',
    { ...GATEWAY, PUBLIC_URL: 'https://portal.example.com', THROTTLE: 'off' },
    'THROTTLE=off is refused',
  ],
  [
    'no load shedding in production',
    { ...SMTP, NODE_ENV: 'production', SHED_AFTER_MS: '0' },
    'SHED_AFTER_MS=0 is refused',
  ],
  [
    'a database elsewhere without TLS',
    { ...SMTP, DATABASE_URL: 'postgres://remito@db.example.com/remito' },
    'DATABASE_URL connects to another machine without TLS',
  ],
  [
    'several hosts in the address of the database',
    { ...SMTP, DATABASE_URL: 'postgres://remito:a,b@db1:5432,db2:5432/remito?sslmode=verify-full' },
    'DATABASE_URL must name one host',
  ],
  [
    'several hosts in a parameter of the address',
    { ...SMTP, DATABASE_REPLICA_URL: 'postgres:///remito?sslmode=verify-full&host=db1,db2' },
    'DATABASE_REPLICA_URL must name one host',
  ],
  [
    'migrations elsewhere without TLS',
    { ...SMTP, DATABASE_DIRECT_URL: 'postgres://remito@10.0.0.5/remito' },
    'DATABASE_DIRECT_URL connects to another machine without TLS',
  ],
  [
    'a replica elsewhere without TLS',
    { ...SMTP, DATABASE_URL: 'postgres://[::1]/remito', DATABASE_REPLICA_URL: 'postgres://replica/remito' },
    'DATABASE_REPLICA_URL connects to another machine without TLS',
  ],
  [
    'a gateway elsewhere without TLS',
    { GATEWAY_URL: 'http://gateway.internal:8080' },
    'GATEWAY_URL connects to another machine without TLS',
  ],
  [
    'a warehouse elsewhere without TLS',
    { ...SMTP, WAREHOUSE_URL: 'http://10.0.0.7', PLAIN_HTTP_HOSTS: '10.0.0.8' },
    'WAREHOUSE_URL connects to another machine without TLS',
  ],
  [
    'a proxy that isn’t an address',
    { ...SMTP, TRUST_PROXY: '10.0.0.1, true' },
    'TRUST_PROXY must be a list of addresses',
  ],
  ['a proxy network with an invalid prefix', { ...SMTP, TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must be a list'],
])('%s stops the start with one line', (_what, env, line) => {
  expect(() => readConfig(env)).toThrow(ConfigurationError);
  expect(() => readConfig(env)).toThrow(line);
});

test('the error has a line for each wrong value', () => {
  expect(() => readConfig({ PORT: '1.5', ROLE: 'todo', BULK_MAX_MB: 'mucho' })).toThrow(
    /^PORT must be a whole number from 0 to 65535\nBULK_MAX_MB must be a whole number from 1 to 500\nROLE must be one of both, web, worker$/,
  );
});

test('Mercado Pago’s public address is the default', () => {
  expect(readConfig(PAID)).toMatchObject({ MERCADOPAGO_URL: 'https://api.mercadopago.com' });
});

test('a portal before a gateway needs no settings for mails, payments or sessions', () => {
  const config = readConfig({
    ...GATEWAY,
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1',
  });
  expect(config).toMatchObject({ DEMO: false, GATEWAY_URL: 'https://gateway.example.com' });
});

test.each(['', '127.0.0.1', '10.0.0.0/8, loopback', 'fd00::/8,::1'])('TRUST_PROXY may be %j', (TRUST_PROXY) => {
  expect(readConfig({ TRUST_PROXY })).toMatchObject({ TRUST_PROXY });
});

test('a node with the embedded database stops at once, a node of a cluster gives its proxy time', () => {
  expect(readConfig({}).DRAIN_SECONDS).toBe(0);
  const several = {
    ...SMTP,
    DATABASE_URL: 'postgres://127.0.0.1/remito',
    JWT_SECRET: 'a secret that all the nodes share',
    SECRETS_KEY: TEST_SECRETS_KEY,
  };
  expect(readConfig(several).DRAIN_SECONDS).toBe(5);
  expect(readConfig({ ...several, DRAIN_SECONDS: '30' }).DRAIN_SECONDS).toBe(30);
});

test.each([
  'postgres://remito@db.example.com/remito?sslmode=verify-full',
  'postgres://remito@db.example.com/remito?sslmode=disable',
  'postgres://remito@localhost:5432/remito',
  'postgres://remito@localhost/remito?host=/var/run/postgresql',
  'postgres://remito@%2Fvar%2Frun%2Fpostgresql/remito',
])('%s is accepted: it declares TLS or stays on this machine', (DATABASE_URL) => {
  const secrets = { JWT_SECRET: 'a secret that all the nodes share', SECRETS_KEY: TEST_SECRETS_KEY };
  expect(readConfig({ ...SMTP, ...secrets, DATABASE_URL })).toMatchObject({ DATABASE_URL });
});

test('services on other machines are reached without TLS if PLAIN_HTTP_HOSTS contains them', () => {
  const settings = { GATEWAY_URL: 'http://gateway.internal:8080', PLAIN_HTTP_HOSTS: '10.0.0.8, Gateway.internal' };
  expect(readConfig(settings)).toMatchObject({ GATEWAY_URL: settings.GATEWAY_URL });
});

test.each([
  ['smtp://mail.example.com:587', true],
  ['smtp://10.0.0.9', true],
  ['smtp://mail.example.com?ignoreTLS=true', false],
  ['smtps://mail.example.com', false],
  ['smtp://127.0.0.1:25', false],
  ['smtp://[::1]:25', false],
])('a mail to %s requires STARTTLS: %s', (url, required) => {
  expect(requiresStartTls(url)).toBe(required);
});

test.each(['', 'http://localhost:3000', 'https://localhost', 'http://127.0.0.1:80', 'http://[::1]:3000'])(
  'with PUBLIC_URL=%j the default is a demonstration without rate limits',
  (PUBLIC_URL) => {
    expect(readConfig({ PUBLIC_URL })).toMatchObject({ DEMO: true, THROTTLE: 'off' });
  },
);

test('a public demonstration has rate limits like any installation, and may listen on all addresses', () => {
  const settings = { ...SMTP, DEMO: '1', PUBLIC_URL: 'https://demo.example.com', HOST: '0.0.0.0' };
  expect(readConfig(settings)).toMatchObject({ DEMO: true, THROTTLE: 'normal' });
});
