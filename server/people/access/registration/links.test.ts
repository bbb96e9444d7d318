import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import * as access from '#shared/people/access.ts';
import { register } from '#shared/people/registration.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { registrationForm, tokenIn } from '#test/fixtures/sender-factory.ts';

const { app, mail } = await sharedApp();

test('the activation mail can be sent again, and both links work', async () => {
  const form = registrationForm();
  await app.call(register, { body: form });
  const again = await app.call(access.sendActivationMail, { body: { email: form.email } });
  expect(again.status).toBe(200);
  const [, second] = await mail.mailsTo(form.email, 2);
  expect((await app.call(access.activate, { body: { token: tokenIn(second) } })).status).toBe(200);
});

test('an activation link is valid for 48 hours and only for activation', async () => {
  const form = registrationForm();
  await app.call(register, { body: form });
  const [letter] = await mail.mailsTo(form.email);
  const token = tokenIn(letter);
  expect((await app.call(access.resetPassword, { body: { token, password: 'otra clave' } })).status).toBe(422);
  app.setTime(new Date(Date.now() + 48 * HOUR_MS + 60_000));
  expect((await app.call(access.activate, { body: { token } })).status).toBe(422);
  app.setTime(null);
  expect((await app.call(access.activate, { body: { token } })).status).toBe(200);
});

test('the link that activated an account answers the same when it is opened again, and changes nothing', async () => {
  const form = registrationForm();
  await app.call(register, { body: form });
  const token = tokenIn((await mail.mailsTo(form.email))[0]);
  const state = () =>
    app.owner(
      `SELECT u.activated_at, u.password_hash, u.registrations, (SELECT count(*) FROM audit_log a WHERE a.client_id = u.client_id) AS acts,
         (SELECT count(*) FROM sessions s WHERE s.client_id = u.client_id) AS sessions
       FROM users u WHERE u.username = $1`,
      [form.username],
    );
  const first = await app.call(access.activate, { body: { token } });
  const before = await state();
  const again = await app.call(access.activate, { body: { token } });
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(again.body).toMatchObject({ code: 200, message: 'La cuenta se activó correctamente' });
  expect(await state()).toEqual(before);
  app.setTime(new Date(Date.now() + 48 * HOUR_MS + 60_000));
  expect((await app.call(access.activate, { body: { token } })).status).toBe(422);
  app.setTime(null);
});

test('a link of an account that another link activated is refused, used or not', async () => {
  const form = registrationForm();
  await app.call(register, { body: form });
  await app.call(access.sendActivationMail, { body: { email: form.email } });
  const [first, second] = (await mail.mailsTo(form.email, 2)).map(tokenIn) as [string, string];
  expect((await app.call(access.activate, { body: { token: second } })).status).toBe(200);
  expect((await app.call(access.activate, { body: { token: first } })).status).toBe(422);
  const other = registrationForm();
  await app.call(register, { body: other });
  const unused = tokenIn((await mail.mailsTo(other.email))[0]);
  await app.call(access.recover, { body: { email: other.email } });
  const reset = tokenIn((await mail.mailsTo(other.email, 2))[1]);
  expect(
    (await app.call(access.resetPassword, { body: { token: reset, password: 'tres palabras juntas' } })).status,
  ).toBe(200);
  expect((await app.call(access.activate, { body: { token: unused } })).status).toBe(422);
});

test('tokens are stored as hashes, and jobs contain no token', async () => {
  const form = registrationForm();
  await app.call(register, { body: form });
  const [letter] = await mail.mailsTo(form.email);
  const token = tokenIn(letter);
  expect(token).toMatch(/^[\w-]{43}$/);
  const [{ found }] = (await app.owner<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM one_time_tokens t WHERE t::text LIKE '%' || $1 || '%')
         OR EXISTS (SELECT FROM pgboss.job j WHERE j::text LIKE '%' || $1 || '%' OR j::text LIKE '%' || $2 || '%') AS found`,
    [token, form.email],
  )) as [{ found: boolean }];
  expect(found).toBe(false);
});
