import { expect, test } from 'vitest';
import * as access from '#shared/access.ts';
import { register } from '#shared/registration.ts';
import { registrationForm, tokenIn } from '#test/sender-factory.ts';
import { sharedApp } from '#test/shared-app.ts';

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
  app.setTime(new Date(Date.now() + 48 * 3_600_000 + 60_000));
  expect((await app.call(access.activate, { body: { token } })).status).toBe(422);
  app.setTime(null);
  expect((await app.call(access.activate, { body: { token } })).status).toBe(200);
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
