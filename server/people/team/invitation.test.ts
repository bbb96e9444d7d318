import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import * as access from '#shared/people/access.ts';
import { currentUser } from '#shared/people/account.ts';
import { register } from '#shared/people/registration.ts';
import { MAX_TEAM } from '#shared/people/rules/team.ts';
import * as users from '#shared/people/staff-client-users.ts';
import * as clients from '#shared/people/staff-clients.ts';
import * as team from '#shared/people/team.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { registrationForm, type Sender, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';
import { acceptance, addUser, invitationOf, invite, mailAbout, userOf } from '#test/fixtures/team-factory.ts';

const { app, mail } = await sharedApp();

let owner: Sender;
beforeAll(async () => {
  owner = await signUp(app, mail, { nombre_empresa: 'Mates del Norte' });
});
beforeEach(() => app.setTime(null));

const newEmail = () => registrationForm().email;
const send = (email: string, by: { token: string } = owner) =>
  app.call(team.inviteUser, { token: by.token, body: { email, role: 'viewer' } });
const read = (token: string) => app.call(team.readInvitation, { body: { token } });
const accept = (token: string, changes = {}) =>
  app.call(team.acceptInvitation, { body: acceptance(token, changes) as never });
const onInvitation = (call: typeof team.resendInvitation, id = 0, by: { token: string } = owner) =>
  app.call(call, { token: by.token, params: { id } });

test('an invited person reads company, role and inviter, accepts, and is logged in', async () => {
  const email = newEmail();
  const token = await invite(app, mail, owner, { email, role: 'operations' });
  const letter = await mailAbout(mail, email, 'Te invitaron al equipo de Mates del Norte');
  expect(letter.text).toContain('Ana Núñez te invitó al equipo de Mates del Norte, con el rol Operación.');
  expect(letter.text).toContain('vence en 72 horas');
  expect((await read(token)).body.results).toEqual({
    company: 'Mates del Norte',
    email,
    role: 'operations',
    invited_by: 'Ana Núñez',
  });
  const { status, body } = await accept(token);
  expect(status).toBe(200);
  expect(body).toEqual({ success: true, token: expect.any(String), message: 'Ingreso Exitoso' });
  const me = (await app.call(currentUser, { token: body.token })).body.results;
  expect(me).toMatchObject({ email, first_name: 'Beto', role: 'operations', client_company_name: 'Mates del Norte' });
  expect(await invitationOf(app, owner, email)).toBeUndefined();
  expect((await userOf(app, owner, email))?.state).toBe('active');
  const notice = await mailAbout(mail, owner.email, 'Una persona se sumó a tu equipo');
  expect(notice.text).toContain('Beto Sosa aceptó la invitación');
  expect((await accept(token)).body.message).toBe(team.INVALID_INVITATION);
});

test('an invitation is promised, because its mail is sent later', async () => {
  const email = newEmail();
  expect((await send(email)).body.message).toBe('El mail de la invitación se va a enviar: el enlace vence en 72 horas');
  app.setTime(new Date(Date.now() + HOUR_MS));
  const again = await onInvitation(team.resendInvitation, (await invitationOf(app, owner, email))?.id);
  expect(again.body.message).toBe('El mail de la invitación se va a enviar de nuevo: el enlace anterior ya no sirve');
});

test('the list shows an open invitation; withdrawing it invalidates its link', async () => {
  const email = newEmail();
  const token = await invite(app, mail, owner, { email });
  const invitation = await invitationOf(app, owner, email);
  expect(invitation).toEqual({
    id: expect.any(Number),
    email,
    role: 'viewer',
    invited_by: 'Ana Núñez',
    expired: false,
    expires_at: expect.stringMatching(/-03:00$/),
  });
  expect((await onInvitation(team.withdrawInvitation, invitation?.id)).status).toBe(200);
  expect(await invitationOf(app, owner, email)).toBeUndefined();
  expect((await read(token)).body.message).toBe(team.INVALID_INVITATION);
  expect((await accept(token)).status).toBe(422);
  expect((await onInvitation(team.withdrawInvitation, invitation?.id)).status).toBe(422);
  expect((await onInvitation(team.resendInvitation, invitation?.id)).status).toBe(422);
});

test('an invitation expires after 72 hours, and sending it again starts another 72 hours with another link', async () => {
  const email = newEmail();
  const start = Date.now();
  const token = await invite(app, mail, owner, { email });
  app.setTime(new Date(start + 72 * HOUR_MS - 60_000));
  expect((await read(token)).status).toBe(200);
  app.setTime(new Date(start + 72 * HOUR_MS + 60_000));
  expect((await read(token)).status).toBe(422);
  expect((await accept(token)).status).toBe(422);
  // The owner's session of the start has ended.
  const { body } = await app.call(access.login, { body: { _username: owner.username, _password: owner.password } });
  const by = { token: body.token };
  const invitation = await invitationOf(app, by, email);
  expect(invitation?.expired).toBe(true);
  expect((await onInvitation(team.resendInvitation, invitation?.id, by)).status).toBe(200);
  const letters = await mail.mailsTo(email, 2);
  expect((await read(token)).status).toBe(422);
  expect((await accept(tokenIn(letters.at(-1)))).status).toBe(200);
});

describe('an address', () => {
  test('of a member, in any case, and one that is invited already get an error on the field', async () => {
    expect((await send(owner.email.toUpperCase())).body.errors).toEqual([
      { field: 'email', message: 'Esa persona ya está en tu equipo' },
    ]);
    const email = newEmail();
    await invite(app, mail, owner, { email });
    expect((await send(email.replace('a', 'A'))).body.errors).toEqual([
      { field: 'email', message: 'Ya hay una invitación para ese email. Podés reenviarla' },
    ]);
  });

  test('with an account elsewhere gets the same answers as a new one; only its owner reads that it has an account', async () => {
    const other = await signUp(app, mail);
    const fresh = newEmail();
    const answers = [await send(other.email), await send(fresh)];
    expect(answers[0]?.status).toBe(200);
    expect(answers[0]?.bytes).toEqual(answers[1]?.bytes);
    const notice = await mailAbout(mail, other.email, 'Te quisieron invitar a un equipo');
    expect(notice.text).not.toMatch(/invitacion|Mates del Norte/);
    await mailAbout(mail, fresh, 'Te invitaron');
    const [known, unknown] = [await invitationOf(app, owner, other.email), await invitationOf(app, owner, fresh)];
    const { id, email, expires_at, ...rest } = known ?? ({} as never);
    expect(unknown).toMatchObject(rest);
    expect((await onInvitation(team.resendInvitation, known?.id)).bytes).toEqual(
      (await onInvitation(team.resendInvitation, unknown?.id)).bytes,
    );
    expect(await app.owner('SELECT FROM user_invitations WHERE email = $1 AND sent_at IS NULL', [fresh])).toEqual([]);
  });

  test('that somebody registered after the invitation can’t accept it', async () => {
    const email = newEmail();
    const token = await invite(app, mail, owner, { email });
    await app.call(register, { body: registrationForm({ email }) });
    expect((await accept(token)).body.message).toMatch(/^Ya hay una cuenta con este email/);
    expect((await read(token)).status).toBe(200);
  });
});

test('a taken user name is an error on the field, and the link stays valid', async () => {
  const token = await invite(app, mail, owner);
  const { status, body } = await accept(token, { username: owner.username.toUpperCase() });
  expect([status, body.errors]).toEqual([422, [{ field: 'username', message: 'El nombre de usuario ya está en uso' }]]);
  expect((await accept(token)).status).toBe(200);
});

test('a link of another kind opens no invitation, and an invitation’s link opens nothing else', async () => {
  const token = await invite(app, mail, owner);
  expect((await app.call(access.activate, { body: { token } })).status).toBe(422);
  expect((await app.call(access.resetPassword, { body: { token, password: 'portal2027' } })).status).toBe(422);
  const form = registrationForm();
  await app.call(register, { body: form });
  expect((await read(tokenIn(await mailAbout(mail, form.email, 'Activá')))).status).toBe(422);
  expect((await read('nada')).status).toBe(422);
  expect((await read(token)).status).toBe(200);
});

test.each([
  ['URLs', { nombre_empresa: 'premios.example/ya', nombre: 'www.premios.example' }],
  ['phone numbers', { nombre_empresa: 'premios por WhatsApp +54 9 11 5555-0000', nombre: 'premios 5555 0000' }],
])('names that look like %s don’t appear in a mail', async (_, names) => {
  const cheat = await signUp(app, mail, names);
  const email = newEmail();
  await invite(app, mail, cheat, { email });
  const letter = await mailAbout(mail, email, 'Te invitaron al equipo de una empresa');
  expect(letter.text + letter.subject).not.toMatch(/premios/);
});

test.each([
  ['Remito', 'Soporte', 'Remito'],
  ['Remito Cobranzas', 'Soporte', 'Pagos'],
  ['Rеmito', 'Soporte', 'Rеmito'],
  ['Tiеnda del Sur', 'Sоporte', 'Técnico'],
])(
  'names like the provider’s don’t appear in a mail as those of the company %s or a person',
  async (company, nombre, apellido) => {
    const cheat = await signUp(app, mail, { nombre_empresa: company, nombre, apellido });
    const email = newEmail();
    await invite(app, mail, cheat, { email });
    const letter = await mailAbout(mail, email, 'Te invitaron al equipo de una empresa');
    expect(letter.text).toContain('Una persona de la empresa te invitó');
    expect(letter.text).not.toContain(apellido === 'Remito' ? 'Soporte' : apellido);
  },
);

test('a new member’s user name that reads like a phone number doesn’t appear in the mail to the others', async () => {
  const boss = await signUp(app, mail);
  const username = '1155550000';
  expect((await accept(await invite(app, mail, boss), { username })).status).toBe(200);
  const notice = await mailAbout(mail, boss.email, 'Una persona se sumó a tu equipo');
  expect(notice.text).toContain('aceptó la invitación');
  expect(notice.text).not.toContain(username);
});

test('another company’s invitation isn’t found', async () => {
  const other = await signUp(app, mail);
  const email = newEmail();
  await invite(app, mail, other, { email });
  const { id } = (await invitationOf(app, other, email)) ?? {};
  for (const call of [team.resendInvitation, team.withdrawInvitation]) {
    expect((await onInvitation(call, id)).status).toBe(404);
  }
  expect(await invitationOf(app, other, email)).toBeDefined();
});

test(`users and open invitations are at most ${MAX_TEAM}`, async () => {
  const large = await signUp(app, mail);
  const { id: invitedBy } = (await userOf(app, large, large.email)) ?? {};
  await app.owner(
    `INSERT INTO user_invitations (client_id, email, role, invited_by, created_at, expires_at)
     SELECT client_id, 'p' || n || '@example.com', 'viewer', id, current_moment(), current_moment() FROM users, generate_series(1, $2) n
     WHERE id = $1`,
    [invitedBy, MAX_TEAM - 2],
  );
  expect((await send(newEmail(), large)).status).toBe(200);
  expect((await send(newEmail(), large)).body.message).toMatch(/llegó al máximo de 100/);
});

test.each([
  ['inviter', users.blockUser, users.unblockUser],
  ['company', clients.blockClient, clients.unblockClient],
] as const)('an invitation can’t be accepted while the provider blocks its %s', async (_who, block, unblock) => {
  const company = await signUp(app, mail);
  const admin = await addUser(app, mail, company, 'admin');
  const email = newEmail();
  const token = await invite(app, mail, admin, { email, role: 'viewer' });
  const [row] = await app.owner<{ clientId: number; id: number }>(
    'SELECT client_id AS "clientId", id FROM users WHERE username = $1',
    [admin.username],
  );
  const staff = createStaffClient(app);
  const params = row as { clientId: number; id: number };
  expect((await staff(block, { params, body: { reason: 'Fraude' } })).status).toBe(200);
  expect((await read(token)).body.message).toBe(team.INVALID_INVITATION);
  expect((await accept(token)).body.message).toBe(team.INVALID_INVITATION);
  expect(await app.owner('SELECT FROM users WHERE email = $1', [email])).toEqual([]);
  await staff(unblock, { params });
  expect((await accept(token)).status).toBe(200);
});

test('a removed inviter’s open invitations are withdrawn', async () => {
  const admin = await addUser(app, mail, owner, 'admin');
  const token = await invite(app, mail, admin);
  await app.call(team.removeUser, { token: owner.token, params: { id: admin.id } });
  expect((await read(token)).status).toBe(422);
});

test('nobody joins a company with a user name that looks like a colleague’s, and elsewhere the name is free', async () => {
  const name = `basico${Date.now()}`;
  const boss = await signUp(app, mail, { username: name });
  const token = await invite(app, mail, boss);
  const message = 'Ese nombre se parece mucho al de otra persona de tu empresa. Elegí otro';
  for (const username of [`${name}.`, name.replace('b', 'b.'), `${name.toUpperCase()}_`, name.replace('i', '1')]) {
    const { status, body } = await accept(token, { username });
    expect([username, status, body.errors]).toEqual([username, 422, [{ field: 'username', message }]]);
  }
  const equal = await accept(token, { username: name.toUpperCase() });
  expect(equal.body.errors).toEqual([{ field: 'username', message: 'El nombre de usuario ya está en uso' }]);
  expect((await accept(token, { username: `otra.${name}` })).status).toBe(200);
  const elsewhere = await invite(app, mail, await signUp(app, mail));
  expect((await accept(elsewhere, { username: `${name}.` })).status).toBe(200);
});
