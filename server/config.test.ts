import { expect, test } from 'vitest';
import { ConfigurationError, readConfig } from './config.ts';
import { hasEmbeddedPayments } from './integrations/payment/create-payments.ts';

const SMTP = { SMTP_URL: 'smtp://127.0.0.1:1' };
const GATEWAY = { GATEWAY_URL: 'https://gateway.example.com' };
const PAID = {
  ...SMTP,
  DEMO: '0',
  PUBLIC_URL: 'https://portal.example.com',
  MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1',
  MERCADOPAGO_WEBHOOK_SECRET: 'secreto',
};

test('payments are simulated in a demonstration alone', () => {
  expect(hasEmbeddedPayments(readConfig({}))).toBe(true);
  expect(hasEmbeddedPayments(readConfig({ DEMO: '0', ...SMTP }))).toBe(false);
  expect(hasEmbeddedPayments(readConfig({ NODE_ENV: 'production', ...SMTP }))).toBe(false);
  expect(hasEmbeddedPayments(readConfig({ ...PAID, DEMO: '1' }))).toBe(false);
});

test.each([
  ['a demonstration in production', { NODE_ENV: 'production', DEMO: '1' }, 'DEMO=1 needs'],
  ['a demonstration that others can reach', { HOST: '0.0.0.0', DEMO: '1' }, 'DEMO=1 needs'],
  ['an account without its webhook secret', { ...PAID, MERCADOPAGO_WEBHOOK_SECRET: '' }, 'MERCADOPAGO_WEBHOOK_SECRET'],
  ['a worker that doesn’t know where its mails lead', { ...SMTP, DEMO: '0', ROLE: 'worker' }, 'PUBLIC_URL'],
  ['a mark that isn’t there', { BRAND_LOGO: '/nowhere/marca.svg' }, 'BRAND_LOGO is an SVG or PNG file'],
  ['a mark that is no picture', { BRAND_LOGO: 'package.json' }, 'BRAND_LOGO is an SVG or PNG file'],
  ['a replica of the embedded database', { DATABASE_REPLICA_URL: 'postgres://db/remito' }, 'DATABASE_REPLICA_URL'],
  [
    'a gateway and a database',
    { ...GATEWAY, DATABASE_URL: 'postgres://127.0.0.1/remito' },
    'DATABASE_URL and GATEWAY_URL',
  ],
  ['a demonstration before a gateway', { ...GATEWAY, DEMO: '1' }, 'DEMO=1 and GATEWAY_URL'],
  ['jobs before a gateway', { ...GATEWAY, ROLE: 'worker' }, 'ROLE=worker and GATEWAY_URL'],
  [
    'a gateway that is the portal itself',
    { ...GATEWAY, PUBLIC_URL: 'https://gateway.example.com' },
    'GATEWAY_URL is PUBLIC_URL',
  ],
  [
    'a gateway’s address with a password',
    { GATEWAY_URL: 'https://ana:clave@gateway.example.com' },
    'GATEWAY_URL holds no',
  ],
  ['a gateway’s address with a query', { GATEWAY_URL: 'https://gateway.example.com/?a=1' }, 'GATEWAY_URL holds no'],
  ['what is no address of a gateway', { GATEWAY_URL: 'gateway.example.com' }, 'GATEWAY_URL is an address'],
  ['an account without a public address', { ...PAID, PUBLIC_URL: 'http://portal.example.com' }, 'PUBLIC_URL'],
  ['a proxy that is no address', { ...SMTP, TRUST_PROXY: '10.0.0.1, true' }, 'TRUST_PROXY is a list of addresses'],
  ['a proxy’s network that is too narrow', { ...SMTP, TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY is a list'],
])('%s stops the start with one line', (_what, env, line) => {
  expect(() => readConfig(env)).toThrow(ConfigurationError);
  expect(() => readConfig(env)).toThrow(line);
});

test('an account with everything asks the provider’s own address', () => {
  expect(readConfig(PAID)).toMatchObject({ MERCADOPAGO_URL: 'https://api.mercadopago.com' });
});

test('before a gateway nothing else is required: mails, payments and sessions are its own affair', () => {
  const config = readConfig({
    ...GATEWAY,
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1',
  });
  expect(config).toMatchObject({ DEMO: false, GATEWAY_URL: 'https://gateway.example.com' });
});

test.each(['', '127.0.0.1', '10.0.0.0/8, loopback', 'fd00::/8,::1'])('proxies may be named %j', (TRUST_PROXY) => {
  expect(readConfig({ TRUST_PROXY })).toMatchObject({ TRUST_PROXY });
});

test('a node on a desk stops at once, one of several gives its proxy time', () => {
  expect(readConfig({}).DRAIN_SECONDS).toBe(0);
  const several = { ...SMTP, DATABASE_URL: 'postgres://db/remito', JWT_SECRET: 'a secret that all the nodes share' };
  expect(readConfig(several).DRAIN_SECONDS).toBe(5);
  expect(readConfig({ ...several, DRAIN_SECONDS: '30' }).DRAIN_SECONDS).toBe(30);
});
