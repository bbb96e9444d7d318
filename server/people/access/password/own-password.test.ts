import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashStaffPassword } from '#server/people/domain/chosen-password.ts';
import { staffPrincipal } from '#server/platform/secrets/principal.ts';
import { withdrawStaffPassword } from '#shared/people/staff.ts';
import { endStaffSession, listStaffSessions, staffLogin } from '#shared/people/staff-sessions.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { hire, openStaffBrowser, type Person, STAFF_PASSWORD } from '#test/fixtures/staff-fixture.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { changeOwnPassword } from './own-password.ts';

const NOON = new Date('2099-08-03T15:00:00Z');
const NEW_PASSWORD = 'tres lomas al sur';

let mail: FakeMailServer;
let app: TestApp;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  app.setTime(NOON);
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

/** Changes a person's password; `meanwhile` runs between the comparison of the old one and the change. @returns the refusal's status */
async function changeWith({ id }: Person, sessionId: number, meanwhile: () => Promise<unknown>): Promise<unknown> {
  const session = {
    principal: staffPrincipal(id),
    sessionId,
    hash: async (...chosen: Parameters<typeof hashStaffPassword>) => {
      await meanwhile();
      return hashStaffPassword(...chosen);
    },
    finish: async () => {},
  };
  const typed = { currentPassword: STAFF_PASSWORD, newPassword: NEW_PASSWORD };
  return changeOwnPassword(app.server.deps, session, typed).then(
    () => 200,
    ({ status }: { status: unknown }) => status,
  );
}

const sessionOf = async ({ browser }: Person) => (await browser.call(listStaffSessions)).body.results[0]?.id ?? 0;

async function logsIn({ email }: Person, password: string): Promise<boolean> {
  return (await openStaffBrowser(app).call(staffLogin, { body: { email, password } })).status === 200;
}

test('a change replaces no password that was withdrawn after the old one was compared', async () => {
  const person = await hire(app, mail, 'support', NOON);
  const withdraw = () => createStaffClient(app)(withdrawStaffPassword, { params: { id: person.id } });
  expect(await changeWith(person, await sessionOf(person), withdraw)).toBe(400);
  expect([await logsIn(person, STAFF_PASSWORD), await logsIn(person, NEW_PASSWORD)]).toEqual([false, false]);
});

test('a change whose session ends meanwhile leaves the password', async () => {
  const person = await hire(app, mail, 'support', NOON);
  const id = await sessionOf(person);
  const end = () => person.browser.call(endStaffSession, { params: { id } });
  expect(await changeWith(person, id, end)).toBe(401);
  expect([await logsIn(person, STAFF_PASSWORD), await logsIn(person, NEW_PASSWORD)]).toEqual([true, false]);
});
