import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { COMMON_PASSWORD } from '#shared/people/access.ts';
import type { StaffPermission } from '#shared/people/rules/staff-permissions.ts';
import * as staff from '#shared/people/staff.ts';
import * as calls from '#shared/people/staff-sessions.ts';
import { createKey } from '#shared/provider/staff-keys.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient, keyName } from '#test/callers/staff-client.ts';
import {
  acceptAs,
  createAuthenticator,
  hire,
  invitationToken,
  openStaffBrowser,
  type Person,
  STAFF_PASSWORD,
  staffEmail,
  staffName,
  terminalToken,
} from '#test/fixtures/staff-fixture.ts';
import { mailAbout } from '#test/fixtures/team-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { scaled } from '#test/test-scale.ts';

const LINK_REFUSED = 'La invitación venció, se retiró o ya se usó. Pedile otra a un administrador';

let mail: FakeMailServer;
let app: TestApp;
let other: TestApp;
let provider: ReturnType<typeof createStaffClient>;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  other = await startTestApp({ SMTP_URL: mail.url, ROLE: 'web' }, { sharesDatabaseWith: app });
  provider = createStaffClient(app);
});
afterAll(async () => {
  await other?.stop();
  await app?.stop();
  await mail?.stop();
});

const listed = async (id: number) => (await provider(staff.listStaff)).body.results.find((one) => one.id === id);
const accept = (token: string, changes = {}) =>
  openStaffBrowser(app).call(calls.acceptStaffInvitation, {
    body: { token, name: staffName(), password: STAFF_PASSWORD, ...changes },
  });

async function invite(role: 'support' | 'admin' = 'support') {
  const email = staffEmail();
  const { body } = await provider(staff.inviteStaff, { body: { email, role } });
  return { id: body.results.id, email };
}

test('the invitation’s mail has a link that shows role and e-mail, and no name in its subject', async () => {
  const { id, email } = await invite();
  const token = await invitationToken(mail, email);
  const [letter] = await mail.mailsTo(email);
  expect(letter?.headers.subject).toBe('Tu acceso a la consola · Remito');
  expect(letter?.text).toContain('con el rol Mesa de ayuda');
  const { body } = await openStaffBrowser(app).call(calls.readStaffInvitation, { body: { token } });
  expect(body.results).toEqual({ email, role: 'support' });
  expect(await listed(id)).toMatchObject({
    email,
    name: '',
    state: 'invited',
    second_factor: false,
    last_seen_at: null,
  });
  expect((await accept(token, { name: 'Ana Paz' })).body.results).toEqual({ second_factor: 'setup', token: null });
  expect(await listed(id)).toMatchObject({ name: 'Ana Paz', state: 'active', invitation_expires_at: null });
  for (const answer of [
    await accept(token),
    await openStaffBrowser(app).call(calls.readStaffInvitation, { body: { token } }),
  ])
    expect([answer.status, answer.body.message]).toEqual([422, LINK_REFUSED]);
});

test('an e-mail in use is refused in any case, with a sentence on its field', async () => {
  const { email } = await invite();
  const { status, body } = await provider(staff.inviteStaff, { body: { email: email.toUpperCase(), role: 'admin' } });
  const message = 'Ya hay alguien con ese email en el personal';
  expect([status, body.errors]).toEqual([422, [{ field: 'email', message }]]);
});

test('a new invitation replaces the earlier one, and a withdrawn one doesn’t work', async () => {
  const { id, email } = await invite();
  const first = await invitationToken(mail, email);
  expect((await provider(staff.resendStaffInvitation, { params: { id } })).status).toBe(200);
  const second = await invitationToken(mail, email, 2);
  expect((await accept(first)).body.message).toBe(LINK_REFUSED);
  expect((await provider(staff.withdrawStaffInvitation, { params: { id } })).status).toBe(200);
  expect(await listed(id)).toMatchObject({ state: 'withdrawn' });
  expect((await accept(second)).body.message).toBe(LINK_REFUSED);
  const again = await provider(staff.withdrawStaffInvitation, { params: { id } });
  expect([again.status, again.body.message]).toEqual([409, 'La invitación ya estaba retirada']);
  await provider(staff.resendStaffInvitation, { params: { id } });
  expect((await accept(await invitationToken(mail, email, 3))).status).toBe(200);
  const late = await provider(staff.resendStaffInvitation, { params: { id } });
  expect([late.status, late.body.message]).toEqual([409, 'Esa persona ya aceptó la invitación']);
});

test('an invitation expires after 72 hours', async () => {
  const { id, email } = await invite();
  const token = await invitationToken(mail, email);
  app.setTime(new Date(Date.now() + 72 * HOUR_MS + 1000));
  expect((await accept(token)).body.message).toBe(LINK_REFUSED);
  expect(await listed(id)).toMatchObject({ state: 'expired' });
  app.setTime(null);
});

test.each([
  [{ name: ' ' }, 'name', 'Escribí tu nombre y apellido'],
  [{ name: 'Sistema' }, 'name', 'Ese nombre está reservado. Elegí otro'],
  [{ name: 'Аna Paz' }, 'name', 'Usá letras de la A a la Z (con o sin acento), números, espacios o guiones'],
  [{ password: 'nueve car' }, 'password', 'La contraseña es muy corta, mínimo 10 caracteres'],
  [{ password: 'Contraseña123' }, 'password', COMMON_PASSWORD],
  [{ password: 'Manchester' }, 'password', COMMON_PASSWORD],
])('%j doesn’t accept an invitation, which stays open', async (changes, field, message) => {
  const { email } = await invite();
  const token = await invitationToken(mail, email);
  const refused = await accept(token, changes);
  expect([refused.status, refused.body.errors]).toEqual([422, [{ field, message }]]);
  expect((await accept(token)).status).toBe(200);
});

test('nobody gets a name that looks like the one of a person or a key, and the invitation stays open', async () => {
  const { name } = await hire(app, mail, 'support');
  await provider(createKey, { body: { name: 'ERP central' } });
  const { email } = await invite('admin');
  const token = await invitationToken(mail, email);
  for (const taken of [name, ` ${name.toUpperCase()}`, name.replace('Ana', 'Aná'), 'erp-CENTRAL']) {
    const refused = await accept(token, { name: taken });
    const message = 'Ya hay una persona o una clave con ese nombre. Agregá tu segundo nombre o tu área';
    expect([refused.status, refused.body.errors]).toEqual([422, [{ field: 'name', message }]]);
  }
  expect((await accept(token)).status).toBe(200);
});

test('of two people who choose one name at the same moment, exactly one gets it', async () => {
  for (let round = 0; round < scaled(3, 50); round++) {
    const name = staffName();
    const tokens = [];
    for (let n = 0; n < 2; n++) tokens.push(await invitationToken(mail, (await invite()).email));
    const answers = await Promise.all(tokens.map((token) => accept(token, { name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  }
});

test('of an acceptance and a withdrawal at the same moment exactly one succeeds', async () => {
  for (let round = 0; round < scaled(12, 200); round++) {
    const { id, email } = await invite();
    const token = await invitationToken(mail, email);
    const [accepted, withdrawn] = await Promise.all([
      accept(token),
      createStaffClient(other)(staff.withdrawStaffInvitation, { params: { id } }),
    ]);
    expect([accepted.status, withdrawn.status].sort()).toSatisfy(
      ([one, two]: number[]) => one === 200 && (two === 409 || two === 422),
    );
    expect(await listed(id)).toMatchObject({ state: accepted.status === 200 ? 'active' : 'withdrawn' });
  }
});

test('a suspension ends the sessions on all nodes, refuses the login, and a readmission revives no session', async () => {
  const person = await hire(app, mail, 'support');
  await hire(app, mail, 'admin');
  const headers = { cookie: `remito_staff=${person.browser.cookie}` };
  const me = (node: TestApp) => node.call(calls.staffMe, { headers });
  expect((await me(other)).status).toBe(200);
  const params = { id: person.id };
  expect((await provider(staff.changeStaff, { params, body: { suspended: true } })).status).toBe(200);
  for (const node of [app, other])
    expect([(await me(node)).status, (await me(node)).body.code]).toEqual([403, 'suspended']);
  const body = { email: person.email, password: STAFF_PASSWORD, terminal: true };
  const refused = await app.call(calls.staffLogin, { body });
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'Tu acceso está suspendido. Hablá con un administrador',
  ]);
  expect((await app.call(calls.staffLogin, { body: { ...body, password: 'otra contraseña' } })).status).toBe(400);
  expect(await listed(person.id)).toMatchObject({ state: 'suspended' });
  await provider(staff.changeStaff, { params, body: { suspended: false } });
  expect((await me(app)).status).toBe(401);
  expect(await terminalToken(app, person)).not.toBe('');
});

const LAST = 'Es el único administrador activo. Primero nombrá a otro';

test('the last active administrator can’t be lowered or suspended, even if two remove each other at once', async () => {
  await app.owner("UPDATE staff SET role = 'support' WHERE role = 'admin'");
  const [one, two] = [await acceptAs(app, mail, 'admin'), await acceptAs(app, mail, 'admin')];
  const change = (node: TestApp, id: number, body: object) =>
    createStaffClient(node)(staff.changeStaff, { params: { id }, body });
  for (let round = 0; round < scaled(12, 200); round++) {
    const removal = round % 2 ? { role: 'finance' } : { suspended: true };
    const answers = await Promise.all([change(app, one.id, removal), change(other, two.id, removal)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(LAST);
    for (const { id } of [one, two]) await change(app, id, { role: 'admin', suspended: false });
  }
});

test.each([
  [{ scopes: ['staff'] }, 'support', 403],
  [{ scopes: ['staff', 'read', 'queues', 'labels', 'modifications'] }, 'support', 200],
  [{ scopes: ['staff', 'read', 'queues', 'labels', 'modifications'] }, 'admin', 403],
  [{ networks: ['0.0.0.0/0'] }, 'support', 403],
  [{}, 'admin', 200],
] as const)('a key with the limits %j that invites with the role %s gets %i', async (limits, role, expected) => {
  const created = await provider(createKey, {
    body: { name: keyName(), ...(limits as { scopes?: StaffPermission[] }) },
  });
  const limited = createStaffClient(app, created.body.results.key);
  expect((await limited(staff.inviteStaff, { body: { email: staffEmail(), role } })).status).toBe(expected);
});

test('a limited key can’t raise a person to a role beyond its own permissions', async () => {
  const created = await provider(createKey, {
    body: { name: 'sube', scopes: ['staff', 'read', 'queues', 'labels', 'modifications'] },
  });
  const limited = createStaffClient(app, created.body.results.key);
  const { id } = await invite();
  const raised = await limited(staff.changeStaff, { params: { id }, body: { role: 'admin' } });
  expect([raised.status, raised.body.code]).toEqual([403, 'permission_required']);
  expect((await limited(staff.changeStaff, { params: { id }, body: { suspended: true } })).status).toBe(200);
});

test('a limited key changes nobody who may do more than the key, neither in one step nor in two', async () => {
  const limits = { name: 'baja', scopes: ['staff', 'read', 'queues', 'labels', 'modifications'] as StaffPermission[] };
  const { body } = await provider(createKey, { body: limits });
  const limited = createStaffClient(app, body.results.key);
  await hire(app, mail, 'admin');
  const { id } = await hire(app, mail, 'admin');
  for (const change of [{ role: 'support' }, { suspended: true }, { role: 'support', suspended: true }] as const) {
    const refused = await limited(staff.changeStaff, { params: { id }, body: change });
    expect([refused.status, refused.body.code]).toEqual([403, 'permission_required']);
  }
  expect(await listed(id)).toMatchObject({ role: 'admin', state: 'active' });
  const invited = (await provider(staff.inviteStaff, { body: { email: staffEmail(), role: 'admin' } })).body.results;
  expect((await limited(staff.withdrawStaffInvitation, { params: { id: invited.id } })).status).toBe(403);
  expect(await listed(invited.id)).toMatchObject({ state: 'invited' });
});

test('an administrator may create a key without limits, and nobody is found under an unknown id', async () => {
  const person = await hire(app, mail, 'admin');
  expect((await person.browser.call(createKey, { body: { name: 'de una persona' } })).status).toBe(200);
  for (const call of [staff.resendStaffInvitation, staff.withdrawStaffInvitation])
    expect((await person.browser.call(call, { params: { id: 999_999 } })).status).toBe(404);
  expect((await person.browser.call(staff.changeStaff, { params: { id: 999_999 }, body: {} })).status).toBe(404);
  expect((await person.browser.call(staff.listStaff)).body.results.find(({ current }) => current)?.id).toBe(person.id);
});

test('a person without phone and codes enters by a code of an administrator, once, and sets up a new phone', async () => {
  const person = await hire(app, mail, 'support');
  const admin = await hire(app, mail, 'admin');
  const give = (by = admin) => by.browser.call(staff.giveStaffRecoveryCode, { params: { id: person.id } });
  const { body } = await give();
  const { code } = body.results;
  for (const [email, subject] of [
    [person.email, 'Te dieron un código para entrar'],
    [admin.email, 'Se generó un código para entrar sin teléfono'],
  ] as const) {
    const { text } = await mailAbout(mail, email, subject);
    expect(text).toContain('Sirve una sola vez');
    expect(text).not.toContain(code);
  }
  const browser = openStaffBrowser(app);
  await browser.call(calls.staffLogin, { body: { email: person.email, password: STAFF_PASSWORD } });
  expect((await browser.call(calls.staffLoginCode, { body: { code } })).status).toBe(200);
  const begun = await browser.call(calls.beginFactor, { body: {} });
  const next = createAuthenticator(begun.body.results.secret);
  expect((await browser.call(calls.confirmFactor, { body: { code: next.code(new Date()) } })).status).toBe(200);
  const again = openStaffBrowser(app);
  await again.call(calls.staffLogin, { body: { email: person.email, password: STAFF_PASSWORD } });
  expect((await again.call(calls.staffLoginCode, { body: { code } })).status).toBe(422);
});

test('nobody gives a code to oneself, and only administrators give one; it is valid for ten minutes', async () => {
  const person = await hire(app, mail, 'support');
  const admin = await hire(app, mail, 'admin');
  const give = (by: Person, id: number) => by.browser.call(staff.giveStaffRecoveryCode, { params: { id } });
  expect((await give(admin, admin.id)).status).toBe(422);
  expect((await give(person, admin.id)).status).toBe(403);
  expect((await give(admin, 999_999)).status).toBe(404);
  const { code } = (await give(admin, person.id)).body.results;
  app.setTime(new Date(Date.now() + 10 * MINUTE_MS));
  const browser = openStaffBrowser(app);
  await browser.call(calls.staffLogin, { body: { email: person.email, password: STAFF_PASSWORD } });
  expect((await browser.call(calls.staffLoginCode, { body: { code } })).status).toBe(422);
  app.setTime(null);
});
