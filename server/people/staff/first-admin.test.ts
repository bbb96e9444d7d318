import { afterEach, beforeEach, expect, test } from 'vitest';
import { listStaff } from '#shared/people/staff.ts';
import { acceptStaffInvitation } from '#shared/people/staff-sessions.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { invitationToken, openStaffBrowser, STAFF_PASSWORD } from '#test/fixtures/staff-fixture.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

const ANA = 'ana@proveedor.example';

let mail: FakeMailServer;
let first: TestApp;
const others: TestApp[] = [];
beforeEach(async () => {
  mail = await startFakeMailServer();
  first = await startTestApp({ SMTP_URL: mail.url, FIRST_ADMIN: ANA }, { fresh: true });
});
afterEach(async () => {
  for (const app of others.splice(0)) await app.stop();
  await first?.stop();
  await mail?.stop();
});

/** Starts another node of the installation, as a restart does. */
async function startAgain(): Promise<TestApp> {
  const app = await startTestApp({ SMTP_URL: mail.url, FIRST_ADMIN: ANA }, { sharesDatabaseWith: first });
  others.push(app);
  return app;
}

const staff = async () => (await createStaffClient(first)(listStaff)).body.results;
const invitations = () => first.owner('SELECT FROM staff_invitations');

test('an installation without staff invites the administrator of its settings, once', async () => {
  const token = await invitationToken(mail, ANA);
  expect(await staff()).toMatchObject([{ email: ANA, role: 'admin', state: 'invited' }]);
  await startAgain();
  expect(await invitations()).toHaveLength(1);
  const browser = openStaffBrowser(first);
  const body = { token, name: 'Ana Paz', password: STAFF_PASSWORD };
  expect((await browser.call(acceptStaffInvitation, { body })).status).toBe(200);
  await startAgain();
  expect(await invitations()).toHaveLength(1);
});

test('a start after the invitation expired sends another one', async () => {
  await invitationToken(mail, ANA);
  await first.owner(`UPDATE staff_invitations SET expires_at = current_moment() - interval '1 minute'`);
  await startAgain();
  expect(await invitationToken(mail, ANA, 2)).not.toBe('');
  expect(await invitations()).toHaveLength(2);
});

test('nobody is invited once there was another administrator', async () => {
  await first.owner(
    `UPDATE staff SET email = 'beto@proveedor.example', activated_at = current_moment(), suspended_at = current_moment()`,
  );
  await first.owner('DELETE FROM staff_invitations');
  await startAgain();
  expect(await staff()).toMatchObject([{ email: 'beto@proveedor.example' }]);
  expect(await invitations()).toEqual([]);
});

test('a person who was invited with another role becomes the first administrator', async () => {
  // The job of the first mail reads the invitation, which is deleted below.
  await invitationToken(mail, ANA);
  await first.owner(`UPDATE staff SET role = 'support'`);
  await first.owner('DELETE FROM staff_invitations');
  await startAgain();
  expect(await invitationToken(mail, ANA, 2)).not.toBe('');
  expect(await staff()).toMatchObject([{ email: ANA, role: 'admin', state: 'invited' }]);
});

test('a person who works already with another role gets no invitation, which would replace the password', async () => {
  await first.owner(`UPDATE staff SET role = 'support', activated_at = current_moment()`);
  await first.owner('DELETE FROM staff_invitations');
  await startAgain();
  expect(await staff()).toMatchObject([{ email: ANA, role: 'support', state: 'active' }]);
  expect(await invitations()).toEqual([]);
});
