import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TOKEN_LENGTH } from '#server/platform/token-hash.ts';
import * as access from '#shared/access.ts';
import { currentUser } from '#shared/account.ts';
import { stopEmailCorrection } from '#shared/email-correction.ts';
import { correctUser } from '#shared/ops/client-users.ts';
import { auditedActions } from '#test/audited-actions.ts';
import { clientIdOf } from '#test/client-id.ts';
import { createOperatorClient } from '#test/operator-client.ts';
import { logIn, registrationForm, type Sender, signUp, tokenIn } from '#test/sender-factory.ts';
import { sharedApp } from '#test/shared-app.ts';
import { hire, type Person } from '#test/staff-fixture.ts';
import { mailAbout, userOf } from '#test/team-factory.ts';

const { app, mail } = await sharedApp();

const HOUR = 3_600_000;
const FORMER = 'Este email ya no es el de una cuenta';
const INVALID = 'El enlace venció o ya se usó. Hablá con tu proveedor';

let person: Person;
let ana: Sender;
let params: { clientId: number; id: number };
beforeAll(async () => {
  person = await hire(app, mail, 'admin');
});
beforeEach(async () => {
  ana = await signUp(app, mail);
  params = { clientId: await clientIdOf(app, ana), id: (await userOf(app, ana, ana.email))?.id ?? 0 };
});
afterEach(() => app.setTime(null));

const correct = (email: string, by = person) => by.browser.call(correctUser, { params, body: { email } });
const recover = (email: string) => app.call(access.recover, { body: { email } });
const stop = (token: string) => app.call(stopEmailCorrection, { body: { token } });
const stopLink = async (email = ana.email) => tokenIn(await mailAbout(mail, email, FORMER));
const afterHours = (hours: number) => app.setTime(new Date(Date.now() + hours * HOUR));

/** Sets a password by the link that an address receives. */
async function resetBy(email: string, password: string): Promise<number> {
  await recover(email);
  const token = tokenIn(await mailAbout(mail, email, 'Cambiá tu contraseña'));
  return (await app.call(access.resetPassword, { body: { token, password } })).status;
}

test('a key corrects a user’s name and phone, but not the e-mail', async () => {
  const key = createOperatorClient(app);
  expect((await key(correctUser, { params, body: { first_name: 'Eva', email: ana.email } })).status).toBe(200);
  const { status, body } = await key(correctUser, { params, body: { email: registrationForm().email } });
  expect([status, body.code, body.message]).toEqual([
    403,
    'permission_required',
    'El email de un usuario lo corrige una persona con su propio usuario, no una clave',
  ]);
  expect((await userOf(app, ana, ana.email))?.first_name).toBe('Eva');
});

test('the corrected address resets the password only after a day', async () => {
  const { email } = registrationForm();
  expect((await correct(email)).status).toBe(200);
  await recover(email);
  const { text } = await mailAbout(mail, email, 'Todavía no podés cambiar tu contraseña');
  expect(text).toContain('podés pedirlo desde el');
  expect(text).not.toContain('/password_reset/');
  afterHours(24.1);
  expect(await resetBy(email, 'portal2027')).toBe(200);
});

describe('the link that the former address receives', () => {
  test('restores it, ends all sessions, and lets its owner choose a password at once', async () => {
    const { email } = registrationForm();
    await correct(email);
    const before = (await auditedActions(app)).length;
    const link = await stopLink();
    expect((await stop(link)).body.message).toBe(
      'Tu cuenta tiene este email de nuevo, y se cerraron todas las sesiones',
    );
    expect(await auditedActions(app, before)).toEqual(['email.correction_stop']);
    expect((await app.call(currentUser, { token: ana.token })).status).toBe(401);
    expect(await resetBy(ana.email, 'portal2027')).toBe(200);
    expect(await logIn(app, ana.username, 'portal2027')).not.toBe('');
    expect([(await stop(link)).status, (await stop(link)).body.message]).toEqual([422, INVALID]);
  });

  test('works after whoever has the corrected address set a password', async () => {
    const { email } = registrationForm();
    await correct(email);
    const link = await stopLink();
    afterHours(25);
    expect(await resetBy(email, 'portal2027')).toBe(200);
    const token = await logIn(app, ana.username, 'portal2027');
    expect((await stop(link)).status).toBe(200);
    expect((await app.call(currentUser, { token })).status).toBe(401);
  });

  test('is valid for seven days', async () => {
    await correct(registrationForm().email);
    const link = await stopLink();
    afterHours(7 * 24 + 1);
    expect((await stop(link)).body.message).toBe(INVALID);
  });

  test('restores no address that another account has by now', async () => {
    await correct(registrationForm().email);
    const link = await stopLink();
    const other = registrationForm({ email: ana.email });
    await app.call(access.register, { body: other });
    await mailAbout(mail, ana.email, 'Activá tu cuenta', 2);
    const { status, body } = await stop(link);
    expect([status, body.message]).toEqual([422, 'Otra cuenta tiene este email ahora. Hablá con tu proveedor']);
  });

  test('restores its own address alone: parts of two links make none', async () => {
    await correct(registrationForm().email);
    const first = await stopLink();
    const beto = await signUp(app, mail);
    const other = { clientId: await clientIdOf(app, beto), id: (await userOf(app, beto, beto.email))?.id ?? 0 };
    await person.browser.call(correctUser, { params: other, body: { email: registrationForm().email } });
    const second = await stopLink(beto.email);
    const mixed = first.slice(0, TOKEN_LENGTH) + second.slice(TOKEN_LENGTH);
    for (const code of [mixed, first.slice(0, TOKEN_LENGTH), `${first}x`, first.slice(1), 'x'])
      expect((await stop(code)).body.message, code).toBe(INVALID);
    expect((await stop(first)).status).toBe(200);
  });

  test('is in no mail to an address that nobody has proven to read', async () => {
    const typo = registrationForm().email;
    await correct(typo);
    await correct(registrationForm().email);
    expect((await mailAbout(mail, typo, FORMER)).text).not.toContain('/detener-correccion/');
    const form = registrationForm();
    await app.call(access.register, { body: form });
    const [user] = await app.owner<{ clientId: number; id: number }>(
      'SELECT client_id AS "clientId", id FROM users WHERE email = $1',
      [form.email],
    );
    await person.browser.call(correctUser, { params: user, body: { email: registrationForm().email } });
    expect((await mailAbout(mail, form.email, FORMER)).text).not.toContain('/detener-correccion/');
  });
});
