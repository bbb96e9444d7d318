import { afterAll, beforeAll, expect, test } from 'vitest';
import * as staff from '#shared/people/staff.ts';
import { acceptStaffInvitation } from '#shared/people/staff-sessions.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { retryMails } from '#test/callers/retry-mails.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import {
  invitationToken,
  openStaffBrowser,
  STAFF_PASSWORD,
  staffEmail,
  staffName,
} from '#test/fixtures/staff-fixture.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { staffMails } from './staff-mails.ts';

let mail: FakeMailServer;
let app: TestApp;
let provider: ReturnType<typeof createStaffClient>;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  provider = createStaffClient(app);
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

const mailOf = async (id: number) =>
  (await provider(staff.listStaff)).body.results.find((one) => one.id === id)?.invitation_mail;

async function invite() {
  const email = staffEmail();
  const { body } = await provider(staff.inviteStaff, { body: { email, role: 'support' } });
  return { id: body.results.id, email, message: body.message };
}

const SENT = { state: 'sent', problem: null, sent_at: expect.any(String) };

test('an invitation is promised, and its mail is sent once the mail server took it', async () => {
  const { id, email, message } = await invite();
  expect(message).toBe('La invitación se va a enviar: sirve por 72 horas');
  const token = await invitationToken(mail, email);
  await expect.poll(() => mailOf(id)).toEqual(SENT);
  const body = { token, name: staffName(), password: STAFF_PASSWORD };
  expect((await openStaffBrowser(app).call(acceptStaffInvitation, { body })).status).toBe(200);
  expect(await mailOf(id)).toBeNull();
});

test('a mail that the mail server refuses waits with the reason, and is sent later', async () => {
  mail.refuseNext(1);
  const { id } = await invite();
  const waits = { state: 'waiting', problem: 'El servidor de correo no lo aceptó: 451 Try again later', sent_at: null };
  await expect.poll(() => mailOf(id)).toEqual(waits);
  await retryMails(app);
  await expect.poll(() => mailOf(id)).toEqual(SENT);
});

test('a mail fails for good with its last attempt, and another invitation starts anew', async () => {
  mail.refuseNext(1);
  const { id, email } = await invite();
  await expect.poll(async () => (await mailOf(id))?.problem).toContain('no lo aceptó');
  await app.owner('UPDATE staff_invitations SET mail_failures = $2 WHERE staff_id = $1', [id, staffMails.retryLimit]);
  mail.refuseNext(1);
  await retryMails(app);
  await expect.poll(() => mailOf(id)).toMatchObject({ state: 'failed', problem: expect.stringContaining('Try again') });
  app.setTime(new Date(Date.now() + 60_000));
  const { body } = await provider(staff.resendStaffInvitation, { params: { id } });
  expect(body.message).toBe('Se va a enviar otra invitación: la anterior ya no sirve');
  await mail.mailsTo(email);
  await expect.poll(() => mailOf(id)).toEqual(SENT);
  app.setTime(null);
});

test('an invitation from before mails were followed has no state of its mail', async () => {
  const { id, email } = await invite();
  await mail.mailsTo(email);
  await expect.poll(() => mailOf(id)).toEqual(SENT);
  await app.owner('UPDATE staff_invitations SET mail_failures = NULL, mail_sent_at = NULL WHERE staff_id = $1', [id]);
  expect(await mailOf(id)).toBeNull();
});
