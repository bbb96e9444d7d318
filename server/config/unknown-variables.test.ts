import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { processEnvironment } from '#test/services/process-environment.ts';
import { settings } from './settings.ts';
import { unknownSentence, unknownVariables } from './unknown-variables.ts';

const nearestOf = (env: NodeJS.ProcessEnv) => unknownVariables(env).map(({ name, nearest }) => [name, nearest]);

test.each([
  ['RETENTION_DAY', 'RETENTION_DAYS'],
  ['RETENTIONDAYS', 'RETENTION_DAYS'],
  ['retention_days', 'RETENTION_DAYS'],
  ['RETETNION_DAYS', 'RETENTION_DAYS'],
  ['SMTP_URI', 'SMTP_URL'],
  ['MERCADO_PAGO_ACCESS_TOKEN', 'MERCADOPAGO_ACCESS_TOKEN'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['NODE_EVN', 'NODE_ENV'],
  ['PROT', 'PORT'],
])('%s is taken for a misspelt %s', (name, nearest) => {
  expect(nearestOf({ [name]: '30' })).toEqual([[name, nearest]]);
});

test('a variable with a beginning of ours is reported although no setting is near', () => {
  expect(nearestOf({ MERCADOPAGO_TOKEN: 'x', REMITO_RETENTION: '30' })).toEqual([
    ['MERCADOPAGO_TOKEN', undefined],
    ['REMITO_RETENTION', undefined],
  ]);
});

test('the report contains no values', () => {
  const [unknown] = unknownVariables({ SECRET_KEY: 'una-clave-muy-secreta' });
  expect(unknown && unknownSentence(unknown)).toBe(
    'SECRET_KEY is no setting and is ignored: did you mean SECRETS_KEY?',
  );
});

test('variables of other programs, unset ones and all settings are not reported', () => {
  const ordinary = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'HOSTTYPE',
    'USER',
    'LOGNAME',
    'MAIL',
    'SHELL',
    'SHLVL',
    'TERM',
    'LANG',
    'LC_ALL',
    'PWD',
    'OLDPWD',
    'TMPDIR',
    'TZ',
    'DISPLAY',
    'EDITOR',
    'HTTP_PROXY',
    'NO_PROXY',
    'NODE_OPTIONS',
    'NODE_PATH',
    'INIT_CWD',
    'PGHOST',
    'PGPORT',
    'PGUSER',
    'PGPASSWORD',
    'PGDATA',
    'npm_config_port',
    'npm_package_name',
    'INVOCATION_ID',
    'KUBERNETES_SERVICE_HOST',
    'REMITO_SERVICE_PORT',
    'REMITO_PORT_3000_TCP_ADDR',
    'XDG_DATA_DIRS',
    'PORTS_DIR',
    'CI',
  ];
  const env = Object.fromEntries([...ordinary, ...Object.keys(settings.shape)].map((name) => [name, '1']));
  expect(unknownVariables({ ...env, REMITO_PORT: 'tcp://10.0.0.1:3000', RETENTION_DAY: ' ' })).toEqual([]);
});

test('a start that fails for lack of a setting names the misspelt one', () => {
  const env = { ...processEnvironment(), NODE_ENV: 'production', SMTP_URI: 'smtp://ana:clave@mail.example.com' };
  const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([
    'Configuration: SMTP_URL is required without DEMO: activation links are sent by mail',
    'Configuration: SMTP_URI is no setting and is ignored: did you mean SMTP_URL?',
  ]);
});

test('a start with all required settings warns of a misspelt one, without its value', async () => {
  // The portal alone starts without a database.
  const env = { GATEWAY_URL: 'http://127.0.0.1:9', PORT: '0', LOG_LEVEL: 'warn', RETENTION_DAY: 'treinta' };
  const server = spawn(process.execPath, ['server/main.ts'], { env: { ...processEnvironment(), ...env } });
  onTestFinished(() => void server.kill('SIGKILL'));
  const ended = once(server, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: server.stdout })) {
    lines.push(line);
    server.kill('SIGKILL');
  }
  await ended;
  const [first = ''] = lines;
  expect(JSON.parse(first)).toMatchObject({
    level: 40,
    msg: 'RETENTION_DAY is no setting and is ignored: did you mean RETENTION_DAYS?',
  });
  expect(first).not.toContain('treinta');
});
