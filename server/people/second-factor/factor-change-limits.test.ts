import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as passkeys from '#shared/people/second-factor/passkeys.ts';
import { removeUserFactor, renewUserBackupCodes } from '#shared/people/second-factor/second-factor.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { type Factor, setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { pageOrigin } from '#test/fixtures/passkey-fixture.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { addUser } from '#test/fixtures/team-factory.ts';
import { createFakeAuthenticator } from '#test/services/fake-authenticator.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

const NOON = new Date('2099-08-03T15:00:00Z');

let app: TestApp;
let mail: FakeMailServer;
let ana: Sender & Factor;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, THROTTLE: 'normal' });
  app.setTime(NOON);
});
beforeEach(async () => {
  const sender = await signUp(app, mail);
  // The first of the twenty changes.
  ana = { ...sender, ...(await setUpFactor(app, sender, NOON)) };
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

async function add({ token }: { token: string }) {
  const begun = await app.call(passkeys.beginPasskey, { token });
  const created = createFakeAuthenticator(pageOrigin(app)).create(begun.body.results);
  return app.call(passkeys.addPasskey, { token, body: { name: 'Mi llave', ...created } });
}

/** Removes the oldest passkey. */
async function remove({ token }: { token: string }) {
  const [oldest] = (await app.call(passkeys.listPasskeys, { token })).body.results;
  return app.call(passkeys.removePasskey, { token, params: { id: oldest?.id ?? 0 } });
}

test('a user adds at most ten passkeys an hour, and still removes them then; a colleague isn’t limited', async () => {
  for (let n = 1; n < 10; n++) {
    expect((await add(ana)).status, `passkey ${n}`).toBe(200);
    if (n < 9) expect((await remove(ana)).status).toBe(200);
  }
  const refused = await add(ana);
  expect([refused.status, refused.body.code]).toEqual([429, 'throttled']);
  expect((await app.call(passkeys.listPasskeys, { token: ana.token })).body.results).toHaveLength(1);
  expect((await remove(ana)).status).toBe(200);
  const colleague = await addUser(app, mail, ana, 'viewer');
  await setUpFactor(app, colleague, NOON);
  expect((await add(colleague)).status).toBe(200);
});

test('backup codes are renewed at most ten times an hour; a refused renewal keeps the codes', async () => {
  const renew = (code: string) => app.call(renewUserBackupCodes, { token: ana.token, body: { code } });
  let codes = ana.backupCodes;
  for (let n = 1; n < 10; n++) {
    const { status, body } = await renew(codes[0] ?? '');
    expect(status, `renewal ${n}`).toBe(200);
    codes = body.results.backup_codes;
  }
  expect((await renew(codes[0] ?? '')).status).toBe(429);
  expect((await app.call(removeUserFactor, { token: ana.token, body: { code: codes[0] ?? '' } })).status).toBe(200);
});
