import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import * as team from '#shared/people/team.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { registrationForm, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { invitationOf } from '#test/fixtures/team-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

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

const invite = (email: string, by: Sender = owner) =>
  app.call(team.inviteUser, { token: by.token, body: { email, role: 'viewer' } });

test('a company sends at most twenty invitations a day; refused ones don’t count', async () => {
  for (let n = 0; n < 5; n++) expect((await invite(owner.email)).status).toBe(422);
  for (let n = 0; n < 20; n++) expect((await invite(registrationForm().email)).status).toBe(200);
  const { status, body } = await invite(registrationForm().email);
  expect([status, body.code]).toEqual([429, 'throttled']);
});

test('one mailbox receives an invitation in 20 seconds, three an hour by one company and five by all, however it is written', async () => {
  const start = Date.now();
  const other = await signUp(app, mail);
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
    app.setTime(new Date(start + (n + 1) * MINUTE_MS));
    if (n >= 2) expect((await invite(email)).status).toBe(429);
    expect((await invite(email, n < 2 ? owner : other)).status).toBe(200);
  }
  app.setTime(new Date(start + 10 * MINUTE_MS));
  expect((await invite('anapa.z@gmail.com', await signUp(app, mail))).status).toBe(429);
  app.setTime(null);
});

test('calls that are refused leave the mailbox to other companies', async () => {
  const start = Date.now();
  const at = (minute: number) => app.setTime(new Date(start + minute * MINUTE_MS));
  const other = await signUp(app, mail);
  const { email } = registrationForm();
  await invite(email);
  const { id = 0 } = (await invitationOf(app, owner, email)) ?? {};
  await app.call(team.withdrawInvitation, { token: owner.token, params: { id } });
  for (let minute = 1; minute < 10; minute++) {
    at(minute);
    const resent = await app.call(team.resendInvitation, { token: owner.token, params: { id } });
    expect(resent.status).toBe(422);
  }
  expect((await invite(email, other)).status).toBe(200);
  app.setTime(null);
});

test('an invitation above the company’s twenty a day leaves the mailbox to other companies', async () => {
  const other = await signUp(app, mail);
  const { email } = registrationForm();
  for (let n = 0; n < 20; n++) await invite(registrationForm().email);
  expect((await invite(email)).status).toBe(429);
  expect((await invite(email, other)).status).toBe(200);
});
