import { afterAll, expect, test } from 'vitest';
import { register } from '#shared/people/registration.ts';
import { RESERVED_NAME } from '#shared/people/rules/activity/actor-name.ts';
import { inviteStaff } from '#shared/people/staff.ts';
import { createClient } from '#shared/people/staff-clients.ts';
import { acceptStaffInvitation } from '#shared/people/staff-sessions.ts';
import { acceptInvitation } from '#shared/people/team.ts';
import { createKey } from '#shared/provider/staff-keys.ts';
import { startTestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { registrationForm, signUp } from '#test/fixtures/sender-factory.ts';
import { invitationToken, openStaffBrowser, STAFF_PASSWORD, staffEmail } from '#test/fixtures/staff-fixture.ts';
import { acceptance, invite } from '#test/fixtures/team-factory.ts';
import { startFakeMailServer } from '#test/services/fake-mail-server.ts';

const mail = await startFakeMailServer();
const app = await startTestApp({ SMTP_URL: mail.url, BRAND_NAME: 'Correo del Sol' });
const staff = createStaffClient(app);
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

const refusal = (field: string) => [422, [{ field, message: RESERVED_NAME }]];
const answerOf = ({ status, body }: { status: number; body: object }) => [status, Reflect.get(body, 'errors')];

test('no user registers or joins a company by the name of the provider of this installation', async () => {
  const username = 'correo-del-sol';
  const registered = await app.call(register, { body: registrationForm({ username }) });
  expect(answerOf(registered)).toEqual(refusal('username'));
  const token = await invite(app, mail, await signUp(app, mail));
  const joined = await app.call(acceptInvitation, { body: acceptance(token, { username }) });
  expect(answerOf(joined)).toEqual(refusal('username'));
  expect((await app.call(acceptInvitation, { body: acceptance(token) })).status).toBe(200);
});

test('no owner whom the staff creates has the name of the provider of this installation', async () => {
  const { password: _, ...form } = registrationForm({ username: 'correo-del-sol' });
  expect(answerOf(await staff(createClient, { body: form as never }))).toEqual(refusal('username'));
});

test('no person of the staff and no key is called like the provider of this installation', async () => {
  const email = staffEmail();
  await staff(inviteStaff, { body: { email, role: 'support' } });
  const token = await invitationToken(mail, email);
  const accept = (name: string) =>
    openStaffBrowser(app).call(acceptStaffInvitation, { body: { token, name, password: STAFF_PASSWORD } });
  expect(answerOf(await accept('Correo del S0l'))).toEqual(refusal('name'));
  expect((await accept('Sol Correo')).status).toBe(200);
  const key = await staff(createKey, { body: { name: 'Soporte de Correo del Sol', scopes: ['read'] } });
  expect(answerOf(key)).toEqual(refusal('name'));
});
