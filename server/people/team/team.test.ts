import { beforeAll, describe, expect, test } from 'vitest';
import { createProduct } from '#shared/orders/product/new-product.ts';
import * as access from '#shared/people/access.ts';
import { currentUser } from '#shared/people/account.ts';
import { register } from '#shared/people/registration.ts';
import { refusalReason, USER_ROLES, type UserRole } from '#shared/people/rules/permissions.ts';
import { LAST_OWNER } from '#shared/people/rules/team.ts';
import * as team from '#shared/people/team.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { openStream } from '#test/callers/change-stream.ts';
import { setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { productForm } from '#test/fixtures/product-factory.ts';
import { logIn, registrationForm, type Sender, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';
import { acceptance, addUser, invite, type Member, mailAbout, userOf } from '#test/fixtures/team-factory.ts';

const { app, mail } = await sharedApp();

let owner: Sender;
beforeAll(async () => {
  owner = await signUp(app, mail);
});

const ending = 'Tu sesión terminó. Ingresá de nuevo';
const add = (role: UserRole, by: { token: string } = owner) => addUser(app, mail, by, role);
const setRole = (by: { token: string }, id: number, role: UserRole) =>
  app.call(team.changeUserRole, { token: by.token, params: { id }, body: { role } });
const act = (
  by: { token: string },
  call: typeof team.suspendUser | typeof team.resumeUser | typeof team.removeUser,
  id: number,
) => app.call(call, { token: by.token, params: { id } });
const leave = (by: { token: string }, confirmed = true) =>
  app.call(team.leaveTeam, { token: by.token, body: { confirmed } });
const statusOf = async (by: { token: string }) => (await app.call(currentUser, { token: by.token })).status;
const loginMessage = async ({ username, password }: Sender) =>
  (await app.call(access.login, { body: { _username: username, _password: password } })).body.message;
const receives = ({ email }: Sender, subject: string) => mailAbout(mail, email, subject);

test('a new company’s list contains its only user, and no invitation', async () => {
  const { status, body } = await app.call(team.readTeam, { token: owner.token });
  expect(status).toBe(200);
  expect(body).toEqual({
    results: [
      {
        id: expect.any(Number),
        username: owner.username,
        first_name: 'Ana',
        last_name: 'Núñez',
        email: owner.email,
        role: 'owner',
        state: 'active',
        blocked: false,
        second_factor: false,
        last_seen: expect.stringMatching(/-03:00$/),
        me: true,
      },
    ],
    invitations: [],
    factor_required_from: null,
  });
});

test('who lacks a second factor is read by those who may change people, and by oneself', async () => {
  const [reader, admin, colleague] = [await add('viewer'), await add('admin'), await add('operations')];
  await setUpFactor(app, colleague);
  await setUpFactor(app, reader);
  const factors = async ({ token }: Sender) => {
    const { results } = (await app.call(team.readTeam, { token })).body;
    return Object.fromEntries(results.map(({ id, second_factor }) => [id, second_factor]));
  };
  const seen = await factors(admin);
  expect(seen).toMatchObject({ [reader.id]: true, [colleague.id]: true, [admin.id]: false });
  const others = Object.fromEntries(Object.keys(seen).map((id) => [id, null]));
  expect(await factors(reader)).toEqual({ ...others, [reader.id]: true });
});

describe('roles', () => {
  let people: Record<UserRole, Member>;
  let target: Member;
  beforeAll(async () => {
    people = Object.fromEntries(
      await Promise.all(USER_ROLES.map(async (role) => [role, await add(role)] as const)),
    ) as typeof people;
    target = await add('operations');
  });

  test.each(USER_ROLES)('a user with the role %s may do to colleagues exactly what the rules allow', async (role) => {
    const by = people[role];
    const allowed = role === 'owner' || role === 'admin';
    const other = await add('owner');
    const answers = [
      await setRole(by, target.id, 'billing'),
      await act(by, team.suspendUser, target.id),
      await act(by, team.resumeUser, target.id),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill(allowed ? 200 : 403));
    if (!allowed) expect(answers[0]?.body.message).toBe(refusalReason(role, 'people'));
    const onOwner = await act(by, team.removeUser, other.id);
    expect(onOwner.status).toBe({ owner: 200, admin: 422 }[role as string] ?? 403);
    const promoted = await setRole(by, target.id, 'owner');
    expect(promoted.status).toBe({ owner: 200, admin: 422 }[role as string] ?? 403);
    if (role === 'admin') {
      expect(onOwner.body.message).toBe('Solo alguien con el rol Dueño puede cambiar a otro Dueño');
      expect(promoted.body.message).toBe('Solo alguien con el rol Dueño puede dar ese rol');
    }
    await setRole(owner, target.id, 'operations');
  });

  test('an administrator can’t invite an owner, nor change the own role', async () => {
    const { email } = registrationForm();
    const { status } = await app.call(team.inviteUser, { token: people.admin.token, body: { email, role: 'owner' } });
    expect(status).toBe(422);
    expect((await setRole(people.admin, people.admin.id, 'viewer')).status).toBe(422);
    expect((await act(people.admin, team.suspendUser, people.admin.id)).body.message).toMatch(/Salir de la empresa/);
  });

  test('a changed role counts from the next call on, and its user gets a mail', async () => {
    const seller = await add('operations');
    const create = () => app.call(createProduct, { token: seller.token, body: productForm() });
    expect((await create()).status).toBe(200);
    expect((await setRole(owner, seller.id, 'viewer')).status).toBe(200);
    const { status, body } = await create();
    expect([status, body.code]).toEqual([403, 'permission_required']);
    expect((await app.call(currentUser, { token: seller.token })).body.role).toBe('viewer');
    expect((await receives(seller, 'Tu rol cambió')).text).toContain('ahora es Lectura');
  });

  test('whoever may no longer give a role loses the open invitations to it', async () => {
    const admin = await add('admin');
    const { email } = registrationForm();
    const token = await invite(app, mail, admin, { email, role: 'admin' });
    await setRole(owner, admin.id, 'viewer');
    expect((await app.call(team.acceptInvitation, { body: acceptance(token) })).status).toBe(422);
  });
});

describe('suspending', () => {
  test('ends sessions and streams at once; the right password then gets a sentence, a wrong one the usual reply', async () => {
    const seller = await add('operations');
    const stream = await openStream(app.server.url, seller.token);
    expect((await act(owner, team.suspendUser, seller.id)).status).toBe(200);
    await stream.ended;
    expect(await statusOf(seller)).toBe(401);
    expect((await userOf(app, owner, seller.email))?.state).toBe('suspended');
    expect(await loginMessage(seller)).toMatch(/^Tu empresa suspendió tu acceso/);
    expect(await loginMessage({ ...seller, password: 'equivocada' })).toMatch(/^El usuario o la contraseña/);
    await receives(seller, 'Tu acceso se suspendió');
  });

  test('is undone by resuming: the user logs in again, and old sessions stay ended', async () => {
    const seller = await add('operations');
    await act(owner, team.suspendUser, seller.id);
    expect((await act(owner, team.resumeUser, seller.id)).status).toBe(200);
    expect(await statusOf(seller)).toBe(401);
    expect(await logIn(app, seller.username, seller.password)).not.toBe('');
  });

  test('a new password by mail doesn’t let a suspended user in', async () => {
    const seller = await add('viewer');
    await act(owner, team.suspendUser, seller.id);
    await app.call(access.recover, { body: { email: seller.email } });
    const token = tokenIn(await receives(seller, 'Cambiá tu contraseña'));
    await app.call(access.resetPassword, { body: { token, password: 'portal2027' } });
    expect(await loginMessage({ ...seller, password: 'portal2027' })).toMatch(/^Tu empresa suspendió tu acceso/);
  });
});

describe('removing', () => {
  test('ends the sessions, and frees name and address for another company', async () => {
    const seller = await add('operations');
    expect((await act(owner, team.removeUser, seller.id)).status).toBe(200);
    expect(await statusOf(seller)).toBe(401);
    expect(await userOf(app, owner, seller.email)).toBeUndefined();
    expect(await loginMessage(seller)).toMatch(/^El usuario o la contraseña/);
    await receives(seller, 'Ya no sos parte del equipo');
    const { username, email } = seller;
    expect((await app.call(register, { body: registrationForm({ username, email }) })).status).toBe(200);
    await receives(seller, 'Activá tu cuenta');
    expect((await act(owner, team.removeUser, seller.id)).status).toBe(404);
  });

  test('the name of a company’s first user stays taken, because the warehouse knows the company by it', async () => {
    const first = await signUp(app, mail);
    const second = await addUser(app, mail, first, 'owner');
    const { id = 0 } = (await userOf(app, second, first.email)) ?? {};
    expect((await act(second, team.removeUser, id)).status).toBe(200);
    const { username, email } = first;
    const taken = await app.call(register, { body: registrationForm({ username }) });
    expect(taken.body.errors).toEqual([{ field: 'username', message: 'El nombre de usuario ya está en uso' }]);
    expect((await app.call(register, { body: registrationForm({ email }) })).status).toBe(200);
    expect(await app.owner('SELECT FROM users WHERE email = $1', [email])).toHaveLength(2);
    expect(await loginMessage(first)).toMatch(/^El usuario o la contraseña/);
  });
});

describe('leaving', () => {
  test('everybody may leave after confirming, except the last owner', async () => {
    const only = await signUp(app, mail);
    expect(await leave(only)).toMatchObject({ status: 422, body: { message: LAST_OWNER } });
    const viewer = await addUser(app, mail, only, 'viewer');
    expect((await leave(viewer, false)).status).toBe(422);
    expect((await leave(viewer)).status).toBe(200);
    expect(await app.call(currentUser, { token: viewer.token })).toMatchObject({
      status: 401,
      body: { message: ending },
    });
    const { id = 0 } = (await userOf(app, only, only.email)) ?? {};
    expect((await setRole(only, id, 'admin')).body.message).toBe(LAST_OWNER);
    const heir = await addUser(app, mail, only, 'owner');
    expect((await leave(only)).status).toBe(200);
    expect((await app.call(team.readTeam, { token: heir.token })).body.results).toMatchObject([{ me: true }]);
  });

  test('a suspended owner doesn’t count as an owner', async () => {
    const first = await signUp(app, mail);
    const second = await addUser(app, mail, first, 'owner');
    await act(first, team.suspendUser, second.id);
    expect((await leave(first)).body.message).toBe(LAST_OWNER);
  });
});

test('users of another company are not found by any call', async () => {
  const other = await signUp(app, mail);
  const theirs = await addUser(app, mail, other, 'viewer');
  for (const call of [team.suspendUser, team.resumeUser, team.removeUser]) {
    expect((await act(owner, call, theirs.id)).status).toBe(404);
  }
  expect((await setRole(owner, theirs.id, 'admin')).status).toBe(404);
  expect((await userOf(app, other, theirs.email))?.role).toBe('viewer');
});
