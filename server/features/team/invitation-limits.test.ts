import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as team from '#shared/team.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/fake-mail-server.ts';
import { registrationForm, type Sender, signUp } from '#test/sender-factory.ts';
import { startTestApp, type TestApp } from '#test/test-app.ts';

const MINUTE = 60_000;

let app: TestApp;
let mail: FakeMailServer;
let owner: Sender;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, THROTTLE: 'normal' });
  owner = await signUp(app, mail);
});
beforeEach(async () => {
  await app.owner('DELETE FROM rate_limits');
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

const invite = (email: string) => app.call(team.inviteUser, { token: owner.token, body: { email, role: 'viewer' } });

test('a company sends at most twenty invitations a day; refused ones don’t count', async () => {
  for (let n = 0; n < 5; n++) expect((await invite(owner.email)).status).toBe(422);
  for (let n = 0; n < 20; n++) expect((await invite(registrationForm().email)).status).toBe(200);
  const { status, body } = await invite(registrationForm().email);
  expect([status, body.code]).toEqual([429, 'throttled']);
});

test('one mailbox receives one invitation in 20 seconds and five an hour, however its address is written', async () => {
  const start = Date.now();
  const spellings = [
    'ana.paz@gmail.com',
    'AnaPaz@gmail.com',
    'anapaz+1@gmail.com',
    'a.napaz@gmail.com',
    'anap.az@gmail.com',
  ];
  expect((await invite(spellings[0] as string)).status).toBe(200);
  expect((await invite(spellings[1] as string)).status).toBe(429);
  for (const [n, email] of spellings.slice(1).entries()) {
    app.setTime(new Date(start + (n + 1) * MINUTE));
    expect((await invite(email)).status).toBe(200);
  }
  app.setTime(new Date(start + 10 * MINUTE));
  expect((await invite('anapa.z@gmail.com')).status).toBe(429);
  app.setTime(null);
});
