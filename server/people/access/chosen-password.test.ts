import { expect, test } from 'vitest';
import { hashPassword } from '#server/platform/secrets/passwords.ts';
import * as access from '#shared/people/access.ts';
import { register } from '#shared/people/registration.ts';
import * as clients from '#shared/people/staff-clients.ts';
import { acceptInvitation } from '#shared/people/team.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { logIn, registrationForm, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';
import { acceptance, invite } from '#test/fixtures/team-factory.ts';

const { app, mail } = await sharedApp();

const GOOD = 'quebracho colorado siete';

const refusal = (field: string, message: string) => [422, [{ field, message }]];
const reset = (token: string, password: string) => app.call(access.resetPassword, { body: { token, password } });

/** Passwords that are refused for a user, with the reason. */
const refused = (username: string): [password: string, message: string][] => [
  ['123456', access.COMMON_PASSWORD],
  ['TrústNo1', access.COMMON_PASSWORD],
  [`mate ${username.toUpperCase()}`, access.PASSWORD_WITH_USERNAME],
  [`mate ${username.slice(0, 3)}\u200b${username.slice(3)}`, access.PASSWORD_WITH_USERNAME],
];

test('nobody registers with a very common password, or with one that contains the user’s name', async () => {
  const form = registrationForm();
  for (const [password, message] of refused(form.username)) {
    const { status, body } = await app.call(register, { body: { ...form, password } });
    expect([status, body.errors]).toEqual(refusal('password', message));
  }
  expect((await app.call(register, { body: form })).status).toBe(200);
});

test('a reset refuses such passwords, and its link stays valid', async () => {
  const sender = await signUp(app, mail);
  await app.call(access.recover, { body: { email: sender.email } });
  const token = tokenIn((await mail.mailsTo(sender.email, 2)).at(-1));
  for (const [password, message] of refused(sender.username)) {
    const { status, body } = await reset(token, password);
    expect([status, body.errors]).toEqual(refusal('password', message));
  }
  expect(await logIn(app, sender.username, sender.password)).not.toBe('');
  expect((await reset(token, GOOD)).status).toBe(200);
});

test('a change refuses such passwords, and changes nothing', async () => {
  const sender = await signUp(app, mail);
  const change = (newPassword: string) =>
    app.call(access.modifyPassword, { token: sender.token, body: { currentPassword: sender.password, newPassword } });
  for (const [password, message] of refused(sender.username)) {
    const { status, body } = await change(password);
    expect([status, body.errors]).toEqual(refusal('newPassword', message));
  }
  expect(await logIn(app, sender.username, sender.password)).not.toBe('');
  expect((await change(GOOD)).status).toBe(200);
});

test('an invited person doesn’t join with such a password, and the link stays valid', async () => {
  const owner = await signUp(app, mail);
  const token = await invite(app, mail, owner);
  const form = acceptance(token);
  const accept = (password: string) => app.call(acceptInvitation, { body: { ...form, password } });
  for (const [password, message] of refused(form.username)) {
    const { status, body } = await accept(password);
    expect([status, body.errors]).toEqual(refusal('password', message));
  }
  expect((await accept(GOOD)).status).toBe(200);
});

test('the owner of a client that the provider created doesn’t choose such a password', async () => {
  const { nombre, apellido, telefono, email, razon_social, nombre_empresa, username } = registrationForm();
  const names = { nombre, apellido, telefono, email, razon_social, nombre_empresa, username };
  const body = { ...names, cuit: '30-59999999-1' };
  expect((await createStaffClient(app)(clients.createClient, { body: body as never })).status).toBe(200);
  const token = tokenIn((await mail.mailsTo(email)).at(-1));
  for (const [password, message] of refused(username)) {
    const { status, body } = await reset(token, password);
    expect([status, body.errors]).toEqual(refusal('password', message));
  }
  expect((await reset(token, GOOD)).status).toBe(200);
  expect(await logIn(app, username, GOOD)).not.toBe('');
});

test('a very common password from before stays valid', async () => {
  const sender = await signUp(app, mail);
  const stored = await hashPassword('trustno1', { key: 'before', known: true });
  await app.owner('UPDATE users SET password_hash = $2 WHERE username = $1', [sender.username, stored]);
  expect(await logIn(app, sender.username, 'trustno1')).not.toBe('');
});
