import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import * as access from '#shared/people/access.ts';
import { currentUser } from '#shared/people/account.ts';
import { stopEmailCorrection } from '#shared/people/email-correction.ts';
import { register } from '#shared/people/registration.ts';
import { requestFactorRecovery } from '#shared/people/second-factor/staff-factor-recovery.ts';
import { correctUser } from '#shared/people/staff-client-users.ts';
import { clientIdOf } from '#test/app/client-id.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { auditedActions } from '#test/callers/audited-actions.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { logIn, registrationForm, type Sender, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';
import { hire, type Person } from '#test/fixtures/staff-fixture.ts';
import { mailAbout, userOf } from '#test/fixtures/team-factory.ts';

const { app, mail } = await sharedApp();

const FORMER = 'Este email ya no es el de una cuenta';
const INVALID = 'El enlace venció o ya se usó. Si no pediste el cambio, hablá con tu proveedor';

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
const afterHours = (hours: number) => app.setTime(new Date(Date.now() + hours * HOUR_MS));

/** Sets a password by the link that an address receives. */
async function resetBy(email: string, password: string): Promise<number> {
  await recover(email);
  const token = tokenIn(await mailAbout(mail, email, 'Cambiá tu contraseña'));
  return (await app.call(access.resetPassword, { body: { token, password } })).status;
}

test('a key corrects a user’s name and phone, but not the e-mail', async () => {
  const key = createStaffClient(app);
  expect((await key(correctUser, { params, body: { first_name: 'Eva', email: ana.email } })).status).toBe(200);
  const { status, body } = await key(correctUser, { params, body: { email: registrationForm().email } });
  expect([status, body.code, body.message]).toEqual([
    403,
    'permission_required',
    'El email de un usuario lo corrige una persona con su propio usuario, no una clave',
  ]);
  expect((await userOf(app, ana, ana.email))?.first_name).toBe('Eva');
});

test('a key doesn’t learn whether another user has an address', async () => {
  const key = createStaffClient(app);
  const { email } = await signUp(app, mail);
  expect((await key(correctUser, { params, body: { email } })).status).toBe(403);
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
  test('ends all sessions, and the corrected address can’t reset the password any more', async () => {
    const { email } = registrationForm();
    await correct(email);
    const before = (await auditedActions(app)).length;
    const link = await stopLink();
    expect((await stop(link)).body.message).toMatch(/^El cambio se detuvo y se cerraron todas las sesiones/);
    expect(await auditedActions(app, before)).toEqual(['email.correction_stop']);
    expect((await app.call(currentUser, { token: ana.token })).status).toBe(401);
    afterHours(25);
    await recover(email);
    expect((await mailAbout(mail, email, 'No podés cambiar tu contraseña')).text).not.toContain('/password_reset/');
    // Nobody can have set another password within the first day.
    expect(await logIn(app, ana.username, ana.password)).not.toBe('');
    expect([(await stop(link)).status, (await stop(link)).body.message]).toEqual([422, INVALID]);
  });

  test('withdraws a password that the corrected address may have set', async () => {
    const { email } = registrationForm();
    await correct(email);
    const link = await stopLink();
    afterHours(25);
    expect(await resetBy(email, 'portal2027')).toBe(200);
    const token = await logIn(app, ana.username, 'portal2027');
    expect((await stop(link)).status).toBe(200);
    expect((await app.call(currentUser, { token })).status).toBe(401);
    const refused = await app.call(access.login, { body: { _username: ana.username, _password: 'portal2027' } });
    expect(refused.status).toBe(400);
  });

  test('holds until the provider corrects the e-mail again', async () => {
    await correct(registrationForm().email);
    await stop(await stopLink());
    app.setTime(null);
    expect((await correct(ana.email)).status).toBe(200);
    afterHours(25);
    expect(await resetBy(ana.email, 'portal2027')).toBe(200);
    expect(await logIn(app, ana.username, 'portal2027')).not.toBe('');
  });

  test('also stops a recovery of the second factor until then', async () => {
    await setUpFactor(app, ana);
    await correct(registrationForm().email);
    await stop(await stopLink());
    const { status, body } = await person.browser.call(requestFactorRecovery, { params });
    expect([status, body.message]).toEqual([
      409,
      'Desde el email anterior de este usuario se detuvo su corrección. Corregilo de nuevo antes',
    ]);
  });

  test('is valid for seven days, and for its own user alone', async () => {
    const { email } = registrationForm();
    await correct(email);
    const link = await stopLink();
    const beto = await signUp(app, mail);
    afterHours(7 * 24 + 1);
    for (const code of [link, 'x'.repeat(43)]) expect((await stop(code)).body.message).toBe(INVALID);
    app.setTime(null);
    expect((await stop(link)).status).toBe(200);
    expect((await app.call(currentUser, { token: beto.token })).status).toBe(200);
  });

  test('is in no mail about an account that was never activated', async () => {
    const form = registrationForm();
    await app.call(register, { body: form });
    const [user] = await app.owner<{ clientId: number; id: number }>(
      'SELECT client_id AS "clientId", id FROM users WHERE email = $1',
      [form.email],
    );
    await person.browser.call(correctUser, { params: user, body: { email: registrationForm().email } });
    expect((await mailAbout(mail, form.email, FORMER)).text).not.toContain('/detener-correccion/');
  });
});
