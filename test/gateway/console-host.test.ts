import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { beginStaffPasskey } from '#shared/people/second-factor/staff-passkeys.ts';
import { listClients } from '#shared/people/staff-clients.ts';
import * as passwords from '#shared/people/staff-password.ts';
import * as calls from '#shared/people/staff-sessions.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { acceptAs, hire, openStaffBrowser, STAFF_PASSWORD } from '#test/fixtures/staff-fixture.ts';
import { type RawClient, rawClient } from '#test/fuzz/raw-http.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

const PORTAL = 'envios.example';
const CONSOLE = 'consola.remito.example';

let app: TestApp;
let mail: FakeMailServer;
let raw: RawClient;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-portal-'));
  await writeFile(join(folder, 'index.html'), 'Portal');
  await writeFile(join(folder, 'console.html'), 'Consola');
  mail = await startFakeMailServer();
  const settings = { SMTP_URL: mail.url, PUBLIC_URL: `https://${PORTAL}`, CONSOLE_HOST: CONSOLE };
  app = await startTestApp(settings, { portal: folder });
  raw = rawClient(app.server.url);
});
afterAll(async () => {
  raw?.close();
  await app?.stop();
  await mail?.stop();
  await rm(folder, { recursive: true, force: true });
});

const get = (host: string, path: string) => raw.send({ path, headers: { host } });

describe('a console on a host of its own', () => {
  test.each([
    '/',
    '/consola',
    '/consola/colas',
    '/invitacion/abc',
    '/contrasena/abc',
    '/ordenes',
    '/index.html',
    '/console.html',
  ])('has the staff’s page at %s, which opens no frames and no workers', async (path) => {
    const { status, text, headers } = await get(CONSOLE, path);
    expect([status, text]).toEqual([200, 'Consola']);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).not.toMatch(/frame-src|worker-src/);
  });

  test.each(['/api/v1/client/order/', '/api/openapi.json', '/seguimiento/7K3MQ9XW2R0', '/dev/correo', '/api/login'])(
    'has nothing of the senders at %s',
    async (path) => {
      expect((await get(CONSOLE, path)).status).toBe(404);
    },
  );

  test('answers health checks and the portal’s settings', async () => {
    for (const path of ['/livez', '/api/portal/settings']) expect((await get(CONSOLE, path)).status).toBe(200);
  });

  test.each([
    '/consola',
    '/consola/colas?x=1',
    '/invitacion/abc',
    '/contrasena/abc',
    '//consola',
    '/consola//evil.example',
  ])('is where the portal’s host redirects from %s', async (path) => {
    const { status, headers } = await get(PORTAL, path);
    if (path === '//consola') expect(status).toBe(404);
    else expect([status, headers.location]).toEqual([302, `https://${CONSOLE}${path}`]);
  });

  test.each(['/', '/ordenes', '/consolas'])('leaves %s of the other host to the portal', async (path) => {
    expect((await get(PORTAL, path)).text).toBe('Portal');
  });

  test('is named in the staff’s mails', async () => {
    const { email } = await acceptAs(app, mail, 'support');
    const [invitation] = await mail.mailsTo(email, 1);
    expect(invitation?.text).toContain(`https://${CONSOLE}/invitacion/`);
  });

  test('is the only place of a browser’s login, and the domain of the staff’s passkeys', async () => {
    const { email, browser } = await hire(app, mail, 'admin');
    const body = { email, password: STAFF_PASSWORD };
    const elsewhere = await openStaffBrowser(app).call(calls.staffLogin, {
      body,
      headers: { origin: `https://${PORTAL}` },
    });
    expect([elsewhere.status, elsewhere.body.message]).toEqual([403, `Abrí esta página en https://${CONSOLE}`]);
    expect((await openStaffBrowser(app).call(calls.staffLogin, { body })).status).toBe(200);
    // A foreign page may send `terminal: true`.
    const browsers: Record<string, string>[] = [{ origin: `https://${PORTAL}` }, { 'sec-fetch-site': 'cross-site' }];
    for (const headers of browsers) {
      const terminal = await app.call(calls.staffLogin, { body: { ...body, terminal: true }, headers });
      expect(terminal.status).toBe(403);
    }
    expect((await app.call(calls.staffLogin, { body: { ...body, terminal: true } })).status).toBe(200);
    const begun = await browser.call(beginStaffPasskey);
    expect(begun.body.results.rp.id).toBe(CONSOLE);
  });

  test('is the only place from which links of the staff are requested and used', async () => {
    const token = 'x'.repeat(43);
    const inputs = [
      [passwords.recoverStaffPassword, { email: 'ana@provider.example' }, 200],
      [passwords.readStaffPasswordLink, { token }, 422],
      [passwords.resetStaffPassword, { token, password: STAFF_PASSWORD }, 422],
      [calls.readStaffInvitation, { token }, 422],
      [calls.acceptStaffInvitation, { token, name: 'Ana Paz', password: STAFF_PASSWORD }, 422],
    ] as const;
    for (const [call, body, status] of inputs) {
      const from = async (host: string) => {
        const headers = { origin: `https://${host}` };
        return (await app.call(call, { body: body as never, headers })).status;
      };
      expect([await from(PORTAL), await from(CONSOLE)], call.path).toEqual([403, status]);
    }
  });

  test('is the only host that takes the staff’s cookie', async () => {
    const { browser } = await hire(app, mail, 'support');
    const cookie = `remito_staff=${browser.cookie}`;
    const path = '/api/ops/v1/client/';
    expect((await raw.send({ path, headers: { host: CONSOLE, cookie } })).status).toBe(200);
    expect((await raw.send({ path, headers: { host: PORTAL, cookie } })).status).toBe(401);
  });

  test('leaves the provider’s API to keys on both hosts', async () => {
    expect((await createStaffClient(app)(listClients)).status).toBe(200);
    for (const host of [PORTAL, CONSOLE]) {
      expect((await get(host, '/api/ops/v1/client/')).status).toBe(401);
    }
  });
});

test('the console’s host isn’t the portal’s', () => {
  const settings = { DEMO: '1', SMTP_URL: 'smtp://localhost', PUBLIC_URL: `https://${PORTAL}`, CONSOLE_HOST: PORTAL };
  expect(() => readConfig(settings)).toThrow(`CONSOLE_HOST=${PORTAL} is the host of PUBLIC_URL`);
  const { CONSOLE_URL } = readConfig({ PORT: '4000', CONSOLE_HOST: 'consola.localhost' });
  expect(CONSOLE_URL).toBe('http://consola.localhost:4000');
  const below = { ...settings, CONSOLE_HOST: `consola.${PORTAL}` };
  expect(readConfig(below).STAFF_PASSKEY_DOMAIN).toBe(`consola.${PORTAL}`);
  expect(readConfig({ ...below, PASSKEY_DOMAIN: PORTAL }).STAFF_PASSKEY_DOMAIN).toBe(PORTAL);
});
