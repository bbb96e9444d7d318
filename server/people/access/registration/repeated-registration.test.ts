import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runNightlyMaintenance } from '#server/nightly/nightly.ts';
import * as access from '#shared/people/access.ts';
import { register as registerCall } from '#shared/people/registration.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { logIn, registrationForm, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { scaled } from '#test/test-scale.ts';

let mail: FakeMailServer;
let one: TestApp;
let two: TestApp;
/** A node in strict mode. */
let strict: TestApp;
let limited: TestApp;
beforeAll(async () => {
  mail = await startFakeMailServer();
  const settings = { SMTP_URL: mail.url, PUBLIC_URL: 'https://portal.example.com' };
  one = await startTestApp(settings);
  two = await startTestApp(settings, { sharesDatabaseWith: one });
  strict = await startTestApp(
    { ...settings, STRICT_CONTRACT: '1', PUBLIC_STATES_TOKEN: 'fijo-1234567890' },
    { sharesDatabaseWith: one },
  );
  limited = await startTestApp(
    { ...settings, THROTTLE: 'normal', TRUST_PROXY: 'loopback' },
    { sharesDatabaseWith: one },
  );
});
beforeEach(async () => {
  await one.owner('DELETE FROM rate_limits');
});
afterAll(async () => {
  for (const node of [limited, strict, two, one]) await node?.stop();
  await mail?.stop();
});

const register = (form: ReturnType<typeof registrationForm>, node = one) => node.call(registerCall, { body: form });
const activate = (token: string, node = one) => node.call(access.activate, { body: { token } });

/** Registers one address twice: by its owner, then by somebody else. */
async function registerTwice() {
  const owner = registrationForm({ password: 'clave de la dueña' });
  const other = registrationForm({ email: owner.email, password: 'clave ajena', nombre_empresa: 'Otra' });
  const answers = [await register(owner), await register(other, two)];
  expect(answers[1]?.bytes).toEqual(answers[0]?.bytes);
  const letters = await mail.mailsTo(owner.email, 2);
  return { owner, other, letters };
}

test.each([0, 1])(
  'the link of mail %i activates the latest of several registrations, and no registered password works',
  async (which) => {
    const { owner, other, letters } = await registerTwice();
    const { status, body } = await activate(tokenIn(letters[which]));
    expect([status, body]).toEqual([
      200,
      {
        code: 200,
        message: 'La cuenta se activó correctamente',
        username: other.username,
        reset_token: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
    for (const { username, password } of [owner, other]) expect(await logIn(one, username, password)).toBe('');

    const reset = await one.call(access.resetPassword, { body: { token: body.reset_token ?? '', password: 'la mía' } });
    expect(reset.status).toBe(200);
    expect(await logIn(two, other.username, 'la mía')).not.toBe('');
    expect(await logIn(two, owner.username, 'la mía')).toBe('');
    const [row] = await one.owner<{ nombre_empresa: string }>(
      'SELECT nombre_empresa FROM clients JOIN users USING (client_id) WHERE username = $1',
      [other.username],
    );
    expect(row?.nombre_empresa).toBe('Otra');
    // The first name is free again.
    expect((await register(registrationForm({ username: owner.username }))).status).toBe(200);
  },
);

test('the second mail mentions the other registration, and every link lets the owner choose a password until one is chosen', async () => {
  const { letters } = await registerTwice();
  expect(letters[1]?.text).toContain('Recibimos otro registro con tu email');
  const first = await activate(tokenIn(letters[0]));
  const second = await activate(tokenIn(letters[1]));
  expect(second.body.reset_token).toBeTruthy();
  await one.call(access.resetPassword, { body: { token: first.body.reset_token ?? '', password: 'la mía' } });
  const late = await one.call(access.resetPassword, {
    body: { token: second.body.reset_token ?? '', password: 'otra' },
  });
  expect(late.status).toBe(422);
});

test('the link opened again changes nothing: it leads to no password', async () => {
  const { letters } = await registerTwice();
  const token = tokenIn(letters[1]);
  expect((await activate(token)).body.reset_token).toBeTruthy();
  const again = await activate(token);
  expect([again.status, again.body.reset_token]).toEqual([200, undefined]);
});

test('a single registration keeps its password, and sending the form again isn’t a second registration', async () => {
  const form = registrationForm();
  await register(form);
  await register(form, two);
  const [letter] = await mail.mailsTo(form.email);
  expect((await activate(tokenIn(letter))).body).toEqual({
    code: 200,
    message: 'La cuenta se activó correctamente',
    username: form.username,
  });
  expect(await logIn(one, form.username, form.password)).not.toBe('');
});

test('sending the form again sends the mail again, even if the account is active by then', async () => {
  const form = registrationForm();
  await register(form);
  await register(form);
  const [, again] = await mail.mailsTo(form.email, 2);
  expect((await activate(tokenIn(again))).status).toBe(200);
  await register(form);
  const [, , active] = await mail.mailsTo(form.email, 3);
  expect(active?.subject).toContain('Tu cuenta ya está activa');
});

test('a registration never changes an active account', async () => {
  const sender = await signUp(one, mail);
  expect((await register(registrationForm({ email: sender.email, password: 'clave ajena' }))).status).toBe(200);
  await mail.mailsTo(sender.email, 2);
  expect(await logIn(one, sender.username, sender.password)).not.toBe('');
});

describe('a registration with the e-mail of an account can’t be told from one with a new e-mail', () => {
  /** Returns what an anonymous caller sees after a registration with an e-mail. */
  async function seenAfter(email: string) {
    const { username, password } = registrationForm();
    const login = async (name: string, word: string) => {
      const { status, body } = await one.call(access.login, { body: { _username: name, _password: word } });
      return [status, body.message];
    };
    const registered = async (changes: object) => {
      const { status, body } = await register(registrationForm({ username, password, email, ...changes }));
      return [status, body.message, body.errors];
    };
    const second = registrationForm();
    return [
      await registered({}),
      await login(username, password),
      await login(username, 'otra clave'),
      // The name is taken, for this e-mail with another password and for another e-mail.
      await registered({ password: 'otra clave' }),
      await registered({ email: registrationForm().email }),
      await registered({}),
      // A later registration of the e-mail frees the name.
      await registered({ username: second.username }),
      await login(username, password),
      await login(second.username, password),
      await registered({ email: registrationForm().email }),
    ];
  }

  test('neither by the replies, nor by a login, nor by a free name', async () => {
    const { email, username, password } = await signUp(one, mail);
    const known = await seenAfter(email);
    expect(known).toEqual(await seenAfter(registrationForm().email));
    expect(known[1]).toEqual([400, expect.stringContaining('no está activada')]);
    expect(known[3]?.[0]).toBe(422);
    const subjects = (await mail.mailsTo(email, 4)).map(({ subject }) => subject);
    expect(subjects.slice(1)).toEqual(Array(3).fill('Ya tenés una cuenta · Remito'));
    expect(await logIn(one, username, password)).not.toBe('');
  });

  test('and becomes an account when the e-mail is free again; the night forgets it otherwise', async () => {
    const owner = await signUp(one, mail);
    const [form, forgotten] = [0, 1].map(() => registrationForm({ email: owner.email }));
    if (!form || !forgotten) throw new Error('no form');
    const leave = () =>
      one.owner('UPDATE users SET email = $2 WHERE email = $1', [owner.email, registrationForm().email]);
    await register(form);
    await mail.mailsTo(owner.email, 2);
    await leave();
    await register(form, two);
    const letters = await mail.mailsTo(owner.email, 3);
    expect((await activate(tokenIn(letters.at(-1)))).status).toBe(200);
    expect(await logIn(one, form.username, form.password)).not.toBe('');

    await register(forgotten);
    await leave();
    const names = () => one.owner('SELECT FROM user_directory WHERE username_norm = norm($1)', [forgotten.username]);
    expect(await names()).toHaveLength(1);
    await runNightlyMaintenance(one.server.deps, new AbortController().signal);
    expect(await names()).toEqual([]);
    expect(await logIn(one, form.username, form.password)).not.toBe('');
  });
});

test('in strict mode the link to choose a password comes by mail', async () => {
  const { owner, other, letters } = await registerTwice();
  const { body } = await activate(tokenIn(letters[1]), strict);
  expect(body).toEqual({ code: 200, message: 'La cuenta se activó correctamente' });
  const [, , choose] = await mail.mailsTo(owner.email, 3);
  expect(choose?.subject).toBe('Elegí tu contraseña · Remito');
  await strict.call(access.resetPassword, { body: { token: tokenIn(choose), password: 'la mía' } });
  expect(await logIn(strict, other.username, 'la mía')).not.toBe('');
});

test('in strict mode a very common password, and one with the user’s name, are accepted', async () => {
  for (const password of ['trustno1', null]) {
    const form = registrationForm();
    const { status } = await register({ ...form, password: password ?? form.username }, strict);
    expect(status).toBe(200);
  }
});

test('concurrent registrations and activations on two nodes never leave an account with another person’s password', async () => {
  for (let round = 0; round < scaled(10, 200); round++) {
    const owner = registrationForm();
    await register(owner);
    const [letter] = await mail.mailsTo(owner.email);
    const other = registrationForm({ email: owner.email, password: 'clave ajena' });
    const [registered, activated] = await Promise.all([register(other, two), activate(tokenIn(letter))]);
    expect([registered.status, activated.status]).toEqual([200, 200]);
    expect(await logIn(one, other.username, other.password)).toBe('');
    // Either the activation came first and the owner's password is kept, or no password is left.
    expect((await logIn(one, owner.username, owner.password)) !== '').toBe(!activated.body.reset_token);
  }
});

test('an address gets at most fifteen registration mails an hour, in any spelling and from any network', async () => {
  const name = `victima${Date.now().toString(36)}`;
  const before = mail.mails.length;
  const answers = [];
  for (let n = 0; n < 45; n++) {
    const email = n % 2 ? `${name}+${n}@example.com` : `${name.toUpperCase()}@Example.com`;
    const headers = { 'x-forwarded-for': `10.0.0.${n}` };
    answers.push((await limited.call(registerCall, { body: registrationForm({ email }), headers })).status);
  }
  expect(answers).toEqual([...Array(15).fill(200), ...Array(30).fill(429)]);
  await mail.mailsTo(`${name}+1@example.com`);
  expect(
    mail.mails.slice(before).filter(({ recipients }) => recipients[0]?.startsWith(name)).length,
  ).toBeLessThanOrEqual(15);
});

test('registrations with an address from one network don’t keep its owner from registering elsewhere', async () => {
  const { email } = registrationForm();
  const from = async (network: string, to = email) => {
    const headers = { 'x-forwarded-for': network };
    return (await limited.call(registerCall, { body: registrationForm({ email: to }), headers })).status;
  };
  const answers = [];
  for (let n = 0; n < 6; n++) answers.push(await from('192.0.2.77'));
  expect(answers).toEqual([200, 200, 200, 429, 429, 429]);
  expect(await from('192.0.2.77', registrationForm().email)).toBe(200);
  expect(await from('198.51.100.4')).toBe(200);
  expect((await limited.call(access.sendActivationMail, { body: { email } })).status).toBe(200);
});

test('the refusal at the mail limit is the same whether or not the address has an account', async () => {
  const sender = await signUp(one, mail);
  const refused = [];
  for (const email of [sender.email, `nadie.${sender.email}`]) {
    for (let n = 0; n < 5; n++) await limited.call(registerCall, { body: registrationForm({ email }) });
    refused.push(await limited.call(registerCall, { body: registrationForm({ email }) }));
  }
  expect(refused.map(({ status }) => status)).toEqual([429, 429]);
  expect(refused[0]?.bytes).toEqual(refused[1]?.bytes);
});

test('a name that looks like a URL can register, and no mail contains it', async () => {
  const form = registrationForm({ nombre: 'Ganaste: evil.example/premio', username: `www.evil${Date.now()}.com` });
  expect((await register(form)).status).toBe(200);
  const [letter] = await mail.mailsTo(form.email);
  expect(letter?.text).toMatch(/^Hola:/);
  expect(`${letter?.text}${letter?.html}`).not.toContain('evil');
  expect((await activate(tokenIn(letter))).status).toBe(200);
  expect(await logIn(one, form.username, form.password)).not.toBe('');
});

test('registrations with an owner’s address don’t keep the owner from recovering the password', async () => {
  const sender = await signUp(one, mail);
  for (let n = 0; n < 6; n++) {
    await limited.call(registerCall, { body: registrationForm({ email: sender.email }) });
  }
  const before = mail.mails.length;
  expect((await limited.call(access.recover, { body: { email: sender.email } })).status).toBe(200);
  await expect
    .poll(() =>
      mail.mails
        .slice(before)
        .map(({ subject }) => subject)
        .join(),
    )
    .toContain('contraseña');
});
