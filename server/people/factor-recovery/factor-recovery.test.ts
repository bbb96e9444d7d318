import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import * as access from '#shared/people/access.ts';
import { stopFactorRecovery } from '#shared/people/second-factor/factor-recovery.ts';
import * as calls from '#shared/people/second-factor/staff-factor-recovery.ts';
import { correctUser } from '#shared/people/staff-client-users.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { type Factor, giveCode, logInHalf, setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { registrationForm, type Sender, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';
import { hire, type Person } from '#test/fixtures/staff-fixture.ts';
import { addUser, mailAbout } from '#test/fixtures/team-factory.ts';

const { app, mail } = await sharedApp();

const NOON = new Date('2099-08-03T15:00:00Z');
const afterHours = (hours: number) => app.setTime(new Date(NOON.getTime() + hours * HOUR_MS));
const STOP = 'Pidieron entrar a tu cuenta sin teléfono';

let first: Person;
let second: Person;
beforeAll(async () => {
  app.setTime(NOON);
  first = await hire(app, mail, 'admin', NOON);
  second = await hire(app, mail, 'admin', NOON);
});
afterEach(() => app.setTime(NOON));

interface Owner extends Sender, Factor {
  params: { clientId: number; id: number };
}

/** Returns a company's only owner, with a second factor. */
async function lockedOut(): Promise<Owner> {
  const sender = await signUp(app, mail);
  const factor = await setUpFactor(app, sender, NOON);
  const [row] = await app.owner<{ client_id: number; id: number }>(
    'SELECT client_id, id FROM users WHERE username = $1',
    [sender.username],
  );
  return { ...sender, ...factor, params: { clientId: row?.client_id ?? 0, id: row?.id ?? 0 } };
}

const request = (by: Person, { params }: Owner) => by.browser.call(calls.requestFactorRecovery, { params });
const approve = (by: Person, { params }: Owner) => by.browser.call(calls.approveFactorRecovery, { params });
const codeFor = (by: Person, { params }: Owner) => by.browser.call(calls.giveFactorRecoveryCode, { params });
const stop = (token: string) => app.call(stopFactorRecovery, { body: { token } });

/** Waits for the nth link that stops the owner's recovery. @returns its token */
const stopToken = async ({ email }: Owner, nth = 1) => tokenIn(await mailAbout(mail, email, STOP, nth));

test('two people of the staff let an only owner in again, a day later, by a code for one login', async () => {
  const owner = await lockedOut();
  expect((await request(first, owner)).status).toBe(200);
  await stopToken(owner);
  expect((await codeFor(first, owner)).body.message).toBe('Falta que otra persona apruebe esta recuperación');
  const own = await approve(first, owner);
  expect([own.status, own.body.message]).toEqual([422, 'La tiene que aprobar otra persona que la que la pidió']);
  expect((await approve(second, owner)).status).toBe(200);
  await stopToken(owner, 2);
  afterHours(23.99);
  // A session of the staff ends after twelve hours and its second step after ten minutes, and the clock of the test has jumped.
  await app.owner(`UPDATE staff_sessions SET expires_at = '2199-01-01', factor_at = '2199-01-01'`);
  const early = await codeFor(first, owner);
  expect([early.status, early.body.message]).toEqual([
    409,
    'El código se puede dar desde el 04/08/2099 12:00: hasta entonces el dueño la puede detener',
  ]);
  afterHours(24);
  const given = await codeFor(first, owner);
  expect(given.status).toBe(200);
  const { code } = given.body.results;
  expect((await mailAbout(mail, owner.email, 'Te dieron un código para entrar')).text).not.toContain(code);
  expect((await giveCode(app, await logInHalf(app, owner), code)).status).toBe(200);
  expect((await giveCode(app, await logInHalf(app, owner), code)).status).toBe(422);
  expect((await codeFor(second, owner)).status).toBe(409);
});

test('the owner stops a recovery by the link of any of its mails, even after a new password', async () => {
  const owner = await lockedOut();
  await request(first, owner);
  const token = await stopToken(owner);
  await approve(second, owner);
  await stopToken(owner, 2);
  const { password } = owner;
  const body = { currentPassword: password, newPassword: password };
  await app.call(access.modifyPassword, { token: owner.token, body });
  const stopped = await stop(token);
  expect([stopped.status, stopped.body.message]).toEqual([
    200,
    'La recuperación se detuvo: nadie va a recibir un código',
  ]);
  expect((await stop(token)).status).toBe(422);
  expect((await approve(second, owner)).status).toBe(409);
  expect((await request(second, owner)).status).toBe(200);
});

test('the link of another person’s recovery stops nothing else', async () => {
  const [ana, beto] = [await lockedOut(), await lockedOut()];
  await request(first, ana);
  await request(first, beto);
  expect((await stop(await stopToken(ana))).status).toBe(200);
  expect((await stop('x'.repeat(43))).status).toBe(422);
  expect([(await approve(second, ana)).status, (await approve(second, beto)).status]).toEqual([409, 200]);
});

test('a recovery is for an only owner with a second factor, once at a time, and never by a key', async () => {
  const owner = await lockedOut();
  const key = createStaffClient(app);
  const byKey = await key(calls.requestFactorRecovery, { params: owner.params });
  expect([byKey.status, byKey.body.message]).toEqual([
    422,
    'Una recuperación la hacen dos personas con su propio usuario, no una clave',
  ]);
  expect((await request(first, owner)).status).toBe(200);
  expect((await request(second, owner)).status).toBe(409);
  const other = await lockedOut();
  const mixed = { ...owner, params: { clientId: other.params.clientId, id: owner.params.id } };
  expect((await request(first, mixed)).status).toBe(404);
  const colleague = await addUser(app, mail, owner, 'owner');
  const helped = await approve(second, owner);
  expect([helped.status, helped.body.message]).toEqual([
    422,
    'Otra persona de la empresa con el rol Dueño puede darle un código desde Equipo',
  ]);
  expect((await request(first, { ...owner, params: { ...owner.params, id: colleague.id } })).status).toBe(422);
  const without = await signUp(app, mail);
  const [row] = await app.owner<{ client_id: number; id: number }>(
    'SELECT client_id, id FROM users WHERE username = $1',
    [without.username],
  );
  const params = { clientId: row?.client_id ?? 0, id: row?.id ?? 0 };
  expect((await request(first, { ...owner, params })).body.message).toBe('Este usuario no tiene segundo paso');
});

test('an approved recovery is void after a week', async () => {
  const owner = await lockedOut();
  await request(first, owner);
  await approve(second, owner);
  afterHours(7 * 24);
  await app.owner(`UPDATE staff_sessions SET expires_at = '2199-01-01', factor_at = '2199-01-01'`);
  expect((await codeFor(first, owner)).status).toBe(409);
  expect((await request(first, owner)).status).toBe(200);
});

describe('a correction of the owner’s data by the staff', () => {
  const { email } = registrationForm();
  const correct = ({ params }: Owner, body: { email?: string; phone?: string }) =>
    first.browser.call(correctUser, { params, body });

  test('with another e-mail stops that owner’s open recovery and no other one', async () => {
    const [ana, beto] = [await lockedOut(), await lockedOut()];
    for (const owner of [ana, beto]) {
      await request(first, owner);
      await approve(second, owner);
    }
    expect((await correct(ana, { email: registrationForm().email })).status).toBe(200);
    afterHours(24);
    await app.owner(`UPDATE staff_sessions SET expires_at = '2199-01-01', factor_at = '2199-01-01'`);
    const refused = await codeFor(first, ana);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'No hay una recuperación abierta de este usuario. Pedila primero',
    ]);
    expect((await codeFor(first, beto)).status).toBe(200);
  });

  test('with another e-mail leaves the link valid that the former address received', async () => {
    const owner = await lockedOut();
    await request(first, owner);
    const token = await stopToken(owner);
    await correct(owner, { email: registrationForm().email });
    expect((await stop(token)).status).toBe(200);
  });

  test('with another e-mail allows no recovery for a week', async () => {
    const [ana, beto] = [await lockedOut(), await lockedOut()];
    await correct(ana, { email });
    const early = await request(first, ana);
    expect([early.status, early.body.message]).toEqual([
      409,
      'El email de este usuario se corrigió hace menos de 7 días. La recuperación se puede pedir desde el 10/08/2099 12:00',
    ]);
    expect((await request(first, beto)).status).toBe(200);
    await app.owner(`UPDATE staff_sessions SET expires_at = '2199-01-01', factor_at = '2199-01-01'`);
    afterHours(7 * 24 - 1);
    await correct(ana, { email, phone: '11 4000-1234' });
    expect((await request(first, ana)).status).toBe(409);
    afterHours(7 * 24);
    expect((await request(first, ana)).status).toBe(200);
  });

  test('without another e-mail leaves the recovery open', async () => {
    const owner = await lockedOut();
    await request(first, owner);
    await correct(owner, { email: owner.email, phone: '11 4000-1234' });
    expect((await approve(second, owner)).status).toBe(200);
  });
});
