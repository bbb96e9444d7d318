import { expect, test } from 'vitest';
import * as access from '#shared/people/access.ts';
import { register } from '#shared/people/registration.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { logIn, registrationForm, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';
import { scaled } from '#test/test-scale.ts';

const { app, mail } = await sharedApp();

const ROUNDS = scaled(3, 200);
const AT_ONCE = 5;

async function rounds(race: () => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await race();
}

const atOnce = <T>(call: (n: number) => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, (_, n) => call(n)));
const accountsOf = async (column: 'username' | 'email', value: string) =>
  (await app.owner(`SELECT FROM users WHERE ${column} = $1`, [value])).length;

test('a registration sent several times at once creates one account and gets the same reply every time', () =>
  rounds(async () => {
    const body = registrationForm();
    const answers = await atOnce(() => app.call(register, { body }));
    expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    expect(new Set(answers.map(({ bytes }) => Buffer.from(bytes).toString())).size).toBe(1);
    expect(await accountsOf('username', body.username)).toBe(1);
  }));

test('of companies that register with one user name at once only one gets the name; the others get an error on the field', () =>
  rounds(async () => {
    const { username } = registrationForm();
    const answers = await atOnce(() => app.call(register, { body: registrationForm({ username }) }));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(AT_ONCE - 1).fill(422)]);
    for (const { status, body } of answers) {
      if (status === 422) {
        expect(body.errors).toEqual([{ field: 'username', message: 'El nombre de usuario ya está en uso' }]);
      }
    }
    expect(await accountsOf('username', username)).toBe(1);
  }));

test('companies that register with one e-mail at once get one account, and the replies don’t reveal whose it is', () =>
  rounds(async () => {
    const { email } = registrationForm();
    const answers = await atOnce(() => app.call(register, { body: registrationForm({ email }) }));
    expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    expect(new Set(answers.map(({ bytes }) => Buffer.from(bytes).toString())).size).toBe(1);
    expect(await accountsOf('email', email)).toBe(1);
  }));

test('several activations by one link at once activate the account once, and all say so', () =>
  rounds(async () => {
    const form = registrationForm();
    await app.call(register, { body: form });
    const [letter] = await mail.mailsTo(form.email);
    const answers = await atOnce(() => app.call(access.activate, { body: { token: tokenIn(letter) } }));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(AT_ONCE).fill([200, 200]));
    const [{ rows }] = (await app.owner<{ rows: number }>(
      `SELECT count(*)::int AS rows FROM audit_log WHERE action = 'account.activate' AND client_id =
         (SELECT client_id FROM users WHERE username = $1)`,
      [form.username],
    )) as [{ rows: number }];
    expect(rows).toBe(1);
  }));

test('of several passwords sent with one link at once exactly one is set', async () => {
  const { username, email } = await signUp(app, mail);
  await rounds(async () => {
    const before = mail.mails.length;
    await app.call(access.recover, { body: { email } });
    await expect.poll(() => mail.mails.slice(before).map(tokenIn).find(Boolean)).toBeTruthy();
    const token = mail.mails.slice(before).map(tokenIn).find(Boolean) ?? '';
    const answers = await atOnce((n) => app.call(access.resetPassword, { body: { token, password: `clave ${n}` } }));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(AT_ONCE - 1).fill(422)]);
    expect(answers.find(({ status }) => status === 422)?.body.errors).toEqual([
      { field: 'token', message: 'El enlace venció o ya se usó. Pedí uno nuevo' },
    ]);
    const set = answers.findIndex(({ status }) => status === 200);
    expect(await logIn(app, username, `clave ${set}`)).not.toBe('');
  });
});
