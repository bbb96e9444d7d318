import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as staff from '#shared/people/staff.ts';
import { blockClient, unblockClient } from '#shared/people/staff-clients.ts';
import * as team from '#shared/people/team.ts';
import { clientIdOf } from '#test/app/client-id.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { hire, type Person } from '#test/fixtures/staff-fixture.ts';
import { addUser, type Member, mailAbout } from '#test/fixtures/team-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

const NOON = new Date('2099-08-03T15:00:00Z');
const TOO_MANY = 'Hiciste muchos intentos. Probá de nuevo en 1 hora';

let mail: FakeMailServer;
let app: TestApp;
let owner: Sender;
let colleague: Member;
/** An administrator who gives many codes. */
let admin: Person;
let decoy: Person;
let victim: Person;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, THROTTLE: 'normal' });
  app.setTime(NOON);
  owner = await signUp(app, mail);
  await setUpFactor(app, owner, NOON);
  admin = await hire(app, mail, 'admin', NOON);
  decoy = await hire(app, mail, 'support', NOON);
  victim = await hire(app, mail, 'admin', NOON);
});
beforeEach(async () => {
  app.setTime(NOON);
  await app.owner('DELETE FROM rate_limits');
  colleague = await addUser(app, mail, owner, 'viewer');
  await setUpFactor(app, colleague, NOON);
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

const give = (to: Person) => admin.browser.call(staff.giveStaffRecoveryCode, { params: { id: to.id } });
const asOwner = (call: typeof team.suspendUser | typeof team.resumeUser | typeof team.giveRecoveryCode) =>
  app.call(call, { token: owner.token, params: { id: colleague.id } });
const changeRole = (n: number) =>
  app.call(team.changeUserRole, {
    token: owner.token,
    params: { id: colleague.id },
    body: { role: n % 2 === 0 ? 'operations' : 'viewer' },
  });
async function resume() {
  await asOwner(team.suspendUser);
  return asOwner(team.resumeUser);
}
/** Makes a call until it is refused. @returns how many succeeded, and the refusal */
async function untilRefused(call: (n: number) => Promise<{ status: number; body: { message?: string } }>) {
  for (let n = 0; ; n++) {
    const { status, body } = await call(n);
    if (status !== 200) return { succeeded: n, refusal: [status, body.message] };
  }
}

test.each([
  ['changes a role', changeRole, () => colleague.email, 'Tu rol cambió'],
  ['suspends and resumes', resume, () => colleague.email, 'Tu acceso se suspendió'],
  [
    'gives a code to a colleague',
    () => asOwner(team.giveRecoveryCode),
    () => colleague.email,
    'Te dieron un código para entrar',
  ],
  ['gives a code to a person of the staff', () => give(decoy), () => decoy.email, 'Te dieron un código para entrar'],
])(
  'a person who %s too often is refused before a mail about it is dropped',
  async (_does, call, recipient, subject) => {
    const { succeeded, refusal } = await untilRefused(call);
    expect(refusal).toEqual([429, TOO_MANY]);
    await mailAbout(mail, recipient(), subject, succeeded);
  },
);

test('codes for others don’t use up the mails about a code for somebody, nor the calls', async () => {
  const other = await hire(app, mail, 'support', NOON);
  const before = (await mail.mailsTo(victim.email)).length;
  const { succeeded } = await untilRefused(() => give(other));
  expect((await give(victim)).status).toBe(200);
  await mailAbout(mail, victim.email, 'Te dieron un código para entrar');
  const letters = await mail.mailsTo(victim.email, before + succeeded + 1);
  expect(letters.filter(({ text }) => text.includes(other.name))).toHaveLength(succeeded);
});

test('a person gives at most twenty codes an hour, and another still gives one', async () => {
  const people = [decoy, victim, await hire(app, mail, 'support', NOON)];
  const given = [];
  for (const to of people) given.push((await untilRefused(() => give(to))).succeeded);
  expect(given).toEqual([10, 10, 0]);
  const byOther = { params: { id: (people[2] as Person).id } };
  expect((await victim.browser.call(staff.giveStaffRecoveryCode, byOther)).status).toBe(200);
});

test('a company is unblocked at most ten times an hour by one person, and still blocked and unblocked by others', async () => {
  const provider = createStaffClient(app);
  const params = { clientId: await clientIdOf(app, await signUp(app, mail)) };
  const block = () => provider(blockClient, { params, body: { reason: 'Deuda vencida' } });
  const refused = await untilRefused(async () => {
    await block();
    return provider(unblockClient, { params });
  });
  expect(refused).toEqual({ succeeded: 10, refusal: [429, TOO_MANY] });
  expect((await block()).status).toBe(200);
  expect((await admin.browser.call(unblockClient, { params })).status).toBe(200);
});
