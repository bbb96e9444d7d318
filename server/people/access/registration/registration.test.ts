import { expect, test } from 'vitest';
import * as access from '#shared/people/access.ts';
import * as account from '#shared/people/account.ts';
import { register } from '#shared/people/registration.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { retryMails } from '#test/callers/retry-mails.ts';
import { acceptNewestTerms, registrationForm, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';

const { app, mail } = await sharedApp();

const login = (username: string, password: string) =>
  app.call(access.login, { body: { _username: username, _password: password } });
const user = (token: string) => app.call(account.currentUser, { token });

test('a visitor registers, gets a mail, activates by its link and logs in', async () => {
  const form = registrationForm();
  const registered = await app.call(register, { body: form });
  expect(registered.status).toBe(200);
  expect(registered.body.message).toBe('Te enviamos un email para activar tu cuenta');

  const [letter] = await mail.mailsTo(form.email);
  expect(letter?.subject).toBe('Activá tu cuenta · Remito');
  expect(letter?.text).toContain('Hola, Ana:');
  expect(letter?.text).toContain('https://portal.example.com/activation/');
  expect(letter?.html).toContain(`https://portal.example.com/activation/${tokenIn(letter)}`);

  expect((await login(form.username, form.password)).body).toEqual({
    success: false,
    message: expect.stringContaining('no está activada'),
    errors: [],
  });
  const activated = await app.call(access.activate, { body: { token: tokenIn(letter) } });
  expect(activated.status).toBe(200);
  expect(activated.body).toEqual({
    code: 200,
    message: 'La cuenta se activó correctamente',
    username: form.username,
  });

  const answer = await login(form.username, form.password);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ success: true, message: 'Ingreso Exitoso' });
  await acceptNewestTerms(app, answer.body.token);
  expect((await user(answer.body.token)).body.results).toEqual({
    username: form.username,
    first_name: 'Ana',
    last_name: 'Núñez',
    client_phone: '+54 11 4555-0101',
    email: form.email,
    client_company_name: 'Mates del Sur',
    terms_accepted: true,
    prepago: false,
    logistica_inversa: false,
    fulfillment: false,
    role: 'owner',
    approved: true,
    calendar: [],
    rejection_reason: null,
    terms_bind_from: null,
    factor_required_from: null,
  });
  const addresses = await app.call(account.listSenderAddresses, { token: answer.body.token });
  expect(addresses.body.results).toMatchObject([{ street_number: '4500', main_address: true, active: true }]);
});

test('the CUIT is stored as eleven digits, the province by its name, and the legal name replaces a missing brand', async () => {
  const form = registrationForm({
    cuit: '30.71234567 1',
    nombre_empresa: '',
    sender_address_state: 'capital federal',
  });
  await app.call(register, { body: form });
  const rows = await app.owner(
    `SELECT cuit, nombre_empresa, prepago, state
       FROM clients JOIN users USING (client_id) JOIN sender_addresses USING (client_id) WHERE username = $1`,
    [form.username],
  );
  expect(rows).toEqual([
    {
      cuit: '30712345671',
      nombre_empresa: 'Mates del Sur S.R.L.',
      prepago: false,
      state: 'Ciudad Autónoma de Buenos Aires',
    },
  ]);
});

test('a collection address without a number (S/N) is registered as written', async () => {
  const form = registrationForm({ sender_address_street_number: 'S/N' });
  expect((await app.call(register, { body: form })).status).toBe(200);
  const rows = await app.owner(
    'SELECT street_number FROM sender_addresses JOIN users USING (client_id) WHERE username = $1',
    [form.username],
  );
  expect(rows).toEqual([{ street_number: 'S/N' }]);
  const { body } = await app.call(register, { body: registrationForm({ sender_address_street_number: '0' }) });
  expect(body.errors).toEqual([{ field: 'sender_address_street_number', message: 'El número es obligatorio' }]);
});

test('a province that doesn’t match the postal code is refused on its field', async () => {
  const form = registrationForm({ sender_address_zip_code: 'C1047AAA', sender_address_state: 'Córdoba' });
  const { status, body } = await app.call(register, { body: form });
  expect(status).toBe(422);
  const message = 'El código postal C1047AAA es de Ciudad Autónoma de Buenos Aires';
  expect(body.errors).toEqual([{ field: 'sender_address_state', message }]);
  expect(await app.owner('SELECT FROM users WHERE username = $1', [form.username])).toEqual([]);
});

test('empty fields get the specified messages, all at once', async () => {
  const { status, body } = await app.call(register, { body: {} as never });
  expect(status).toBe(422);
  const messages = Object.fromEntries((body.errors ?? []).map(({ field, message }) => [field, message]));
  expect(messages).toMatchObject({
    nombre: 'El nombre es obligatorio',
    telefono: 'El telefono es obligatorio',
    cuit: 'El CUIT es obligatorio',
    sender_address_city: 'La Localidad es obligatoria',
    username: 'El nombre de usuario es obligatoria',
    password: 'Debés escribir una contraseña.',
  });
});

test('a taken user name is refused on its field, in any case and with any accents', async () => {
  const form = registrationForm();
  await app.call(register, { body: form });
  const other = registrationForm({ username: form.username.toUpperCase().replace('A', 'Á') });
  const { status, body } = await app.call(register, { body: other });
  expect(status).toBe(422);
  expect(body.errors).toEqual([{ field: 'username', message: 'El nombre de usuario ya está en uso' }]);
});

test('a user name of look-alike characters is refused on its field; an older account with one still logs in', async () => {
  const { username, password } = await signUp(app, mail);
  for (const looksAlike of [username.replace('a', '\u0430'), `${username}\u3164`, `${username}\u200B`]) {
    const { status, body } = await app.call(register, { body: registrationForm({ username: looksAlike }) });
    expect([status, body.errors]).toEqual([
      422,
      [expect.objectContaining({ field: 'username', message: expect.stringMatching(/^Usá letras de la A a la Z/) })],
    ]);
  }
  // An account that was created before the rule.
  const old = `\u0430na.${username}`;
  await app.owner(
    `WITH renamed AS (UPDATE users SET username = $2 WHERE username = $1)
     UPDATE user_directory SET username_norm = norm($2) WHERE username_norm = norm($1)`,
    [username, old],
  );
  expect((await login(old, password)).status).toBe(200);
});

test.each(['Proveedor', 'PROVEEDOR', 'prove.edor', 'Sistema', 'ops_api_key'])(
  'nobody registers as %s, whom the activity would show like the provider',
  async (username) => {
    const { status, body } = await app.call(register, { body: registrationForm({ username }) });
    const message = 'Ese nombre está reservado. Elegí otro';
    expect([status, body.errors]).toEqual([422, [{ field: 'username', message }]]);
  },
);

test('a taken e-mail gets the same reply as a new one, and its owner gets a notice', async () => {
  const { email } = await signUp(app, mail);
  const fresh = await app.call(register, { body: registrationForm() });
  const taken = registrationForm({ email: email.toUpperCase() });
  const answer = await app.call(register, { body: taken });
  expect(answer.status).toBe(fresh.status);
  expect(answer.bytes).toEqual(fresh.bytes);
  const [, notice] = await mail.mailsTo(email, 2);
  expect(notice?.subject).toBe('Ya tenés una cuenta · Remito');
  expect(await app.owner('SELECT FROM users WHERE username = $1', [taken.username])).toEqual([]);
});

test('a name can’t contain several lines, and its markup is text in the mail', async () => {
  const lines = registrationForm({ nombre: 'Ana\r\nBcc: otro@example.com\r\n\r\nhola' });
  const refused = await app.call(register, { body: lines });
  expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([422, 'nombre']);
  const form = registrationForm({ nombre: 'Ana <b>hola' });
  await app.call(register, { body: form });
  const [letter] = await mail.mailsTo(form.email);
  expect(letter?.recipients).toEqual([form.email]);
  expect(letter?.html).toContain('Hola, Ana &lt;b&gt;hola:');
});

test('a mail that the mail server refuses is sent later, without a new registration', async () => {
  const form = registrationForm();
  mail.refuseNext(1);
  await app.call(register, { body: form });
  await retryMails(app);
  const [letter] = await mail.mailsTo(form.email);
  expect((await app.call(access.activate, { body: { token: tokenIn(letter) } })).status).toBe(200);
});

test('passwords can’t be guessed by registering a taken name again and again', async () => {
  const form = registrationForm();
  expect((await app.call(register, { body: form })).status).toBe(200);
  expect((await app.call(register, { body: form })).status).toBe(200);
  for (let i = 0; i < 6; i++) {
    const guess = await app.call(register, { body: { ...form, password: `adivino-${i}` } });
    expect(guess.status).toBe(422);
  }
  const right = await app.call(register, { body: form });
  expect(right.status).toBe(422);
  expect(right.body.errors).toEqual([{ field: 'username', message: 'El nombre de usuario ya está en uso' }]);
});
