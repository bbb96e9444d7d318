import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import * as access from '#shared/people/access.ts';
import { register } from '#shared/people/registration.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { retryMails } from '#test/callers/retry-mails.ts';
import { createPopulatedClient, type PopulatedClient } from '#test/fixtures/client-factory.ts';
import { registrationForm, tokenIn } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

let app: TestApp;
let mail: FakeMailServer;
let portal: string;
let client: PopulatedClient;
const lines: string[] = [];

beforeAll(async () => {
  portal = await mkdtemp(join(tmpdir(), 'remito-portal-'));
  await writeFile(join(portal, 'index.html'), '<!doctype html><title>Portal</title>');
  mail = await startFakeMailServer();
  const settings = { SMTP_URL: mail.url, LOG_LEVEL: 'debug', PUBLIC_URL: 'https://remito.example' };
  app = await startTestApp(settings, { portal, onLog: (line) => lines.push(line) });
  client = await createPopulatedClient(app, mail, 'canario');
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
  await rm(portal, { recursive: true, force: true });
});

test('a response of 500 and the log contain nothing about people, rows or SQL', async () => {
  await app.owner('ALTER TABLE products RENAME COLUMN description TO away');
  const path = '/api/v1/client/product/?filter[sku]=canariofiltro';
  const answer = await app.fetch(path, { headers: { authorization: `Bearer ${client.token}` } });
  const text = await answer.text();
  await app.owner('ALTER TABLE products RENAME COLUMN away TO description');
  expect(answer.status).toBe(500);
  expect(JSON.parse(text)).toEqual({
    message: expect.stringMatching(/^[A-ZÁÉÍÓÚ¿¡]/),
    errors: [],
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(text).not.toMatch(/description|column|select|products/i);
  const logLine = lines.find((line) => line.includes(JSON.parse(text).request_id) && line.includes('request failed'));
  expect(logLine).toBeDefined();
});

test('the log and the jobs contain no personal data of an account', async () => {
  const form = registrationForm({
    nombre: 'Canariana',
    apellido: 'Canarioso',
    email: 'canario.correo@example.com',
    username: 'canario.usuario',
    password: 'canario-clave-1',
    telefono: '11 9876-5432',
    cuit: '30-71234567-2',
    nombre_empresa: 'Canario SA',
    razon_social: 'Canario Razón SA',
    sender_address_street_name: 'Calle Canario',
  });
  mail.refuseNext(1);
  await app.call(register, { body: form });
  await retryMails(app);
  const [letter] = await mail.mailsTo(form.email);
  const activation = tokenIn(letter);
  const query = `?email=${form.email}`;
  await app.fetch(`/api/v2/client/activate${query}`, { method: 'POST' });
  await app.call(access.activate, { body: { token: activation } });
  await app.call(access.activate, { body: { token: activation } });
  const login = (_password: string) => app.call(access.login, { body: { _username: form.username, _password } });
  await login('canario-clave-equivocada');
  const { body } = await login(form.password);
  await app.call(access.recover, { body: { email: form.email } });
  const [, recovery] = await mail.mailsTo(form.email, 2);
  await app.fetch(`/password_reset/${tokenIn(recovery)}`);
  for (const { method, path } of [...Object.values(contract), ...Object.values(staffContract)]) {
    await app.fetch(`/api${path.replace(/:[a-zA-Z]+/g, 'canarioid')}?filter[client]=canariofiltro`, {
      method,
      headers: { authorization: `Bearer ${body.token}`, 'x-api-key': 'canario-llave' },
    });
  }
  const users = await app.owner<{ password_hash: string }>('SELECT password_hash FROM users');
  const jobs = await app.owner<{ all: string }>("SELECT coalesce(json_agg(j), '[]')::text AS all FROM pgboss.job j");
  const secrets = [
    'canario.correo',
    'Canariana',
    'Canarioso',
    'canario.usuario',
    'canario-clave',
    '9876-5432',
    '71234567',
    'Canario SA',
    'Canario Razón',
    'Calle Canario',
    'canarioid',
    'canariofiltro',
    'canario-llave',
    '$argon2',
    activation,
    tokenIn(recovery),
    body.token,
    ...users.map((user) => user.password_hash),
  ];
  const log = lines.join('');
  // The log was enabled: it contains routes.
  expect(log).toContain('/api/v2/client/register');
  expect(jobs[0]?.all).toContain('access-mail');
  for (const secret of secrets) {
    expect(secret).not.toBe('');
    expect(log.includes(secret), secret).toBe(false);
    expect(jobs[0]?.all.includes(secret), `jobs: ${secret}`).toBe(false);
  }
});
