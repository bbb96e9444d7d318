import { beforeAll, expect, test } from 'vitest';
import { runNightlyMaintenance } from '#server/nightly/nightly.ts';
import { generateSecretsKey } from '#server/platform/secrets/encryption.ts';
import { currentUser } from '#shared/people/account.ts';
import { eraseOwnUser, exportOwnData } from '#shared/people/personal-data.ts';
import * as calls from '#shared/people/second-factor/second-factor.ts';
import { removeUser } from '#shared/people/team.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { startTestApp } from '#test/app/test-app.ts';
import { beginFirstFactor, giveCode, logInHalf, setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { logIn, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { createAuthenticator } from '#test/fixtures/staff-fixture.ts';
import { addUser, mailAbout, userOf } from '#test/fixtures/team-factory.ts';
import { TEST_SECRETS_KEY } from '#test/services/secrets-key.ts';

const { app, mail } = await sharedApp();

const NOON = new Date('2099-08-03T15:00:00Z');
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

beforeAll(async () => {
  app.setTime(NOON);
});

const state = async ({ token }: Pick<Sender, 'token'>) => (await app.call(calls.readFactor, { token })).body.results;
const errorsOf = async (answer: Promise<{ status: number; body: { errors?: unknown } }>) => {
  const { status, body } = await answer;
  return [status, body.errors];
};

test('a user sets up a second factor with the password: other sessions end, this one goes on, and a mail reports it', async () => {
  const sender = await signUp(app, mail);
  const elsewhere = await logIn(app, sender.username, sender.password);
  expect(await state(sender)).toEqual({ since: null, backup_codes: 0, required_from: null });
  const { backupCodes } = await setUpFactor(app, sender, NOON);
  expect(new Set(backupCodes).size).toBe(10);
  for (const code of backupCodes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
  expect(await state(sender)).toEqual({ since: '2099-08-03T12:00:00-03:00', backup_codes: 10, required_from: null });
  expect((await app.call(currentUser, { token: elsewhere })).status).toBe(401);
  const letter = await mailAbout(mail, sender.email, 'Tu segundo paso está activo');
  for (const code of backupCodes) expect(letter.text).not.toContain(code);
});

test('a stolen session can’t set up a second factor without the password', async () => {
  const { token } = await signUp(app, mail);
  const message = 'La contraseña actual no es correcta';
  const wrong = app.call(calls.beginUserFactor, { token, body: { currentPassword: 'equivocada' } });
  expect(await errorsOf(wrong)).toEqual([400, [{ field: 'currentPassword', message }]]);
  const missing = app.call(calls.beginUserFactor, { token, body: {} });
  expect(await errorsOf(missing)).toEqual([400, [{ field: 'currentPassword', message }]]);
});

test('a factor is confirmed only after it was begun, and only by a code of its secret', async () => {
  const sender = await signUp(app, mail);
  const { token } = sender;
  const early = await app.call(calls.confirmUserFactor, { token, body: { code: '123456' } });
  expect([early.status, early.body.message]).toEqual([409, 'Empezá de nuevo: el código QR ya no sirve']);
  const first = await beginFirstFactor(app, sender);
  const second = await beginFirstFactor(app, sender);
  const confirm = (code: string) => app.call(calls.confirmUserFactor, { token, body: { code } });
  expect((await confirm(first.code(NOON))).status).toBe(422);
  expect(await state(sender)).toEqual({ since: null, backup_codes: 0, required_from: null });
  expect((await confirm(second.code(NOON))).status).toBe(200);
  // The code that confirmed the factor isn't valid again.
  expect((await giveCode(app, await logInHalf(app, sender), second.code(NOON))).status).toBe(422);
});

test('a confirmation without a begun factor doesn’t count as a wrong code', async () => {
  const node = await startTestApp({ SMTP_URL: mail.url, THROTTLE: 'normal', ROLE: 'web' }, { sharesDatabaseWith: app });
  node.setTime(NOON);
  const { token } = await signUp(app, mail);
  const statuses = [];
  for (let attempt = 1; attempt <= 7; attempt++) {
    statuses.push((await node.call(calls.confirmUserFactor, { token, body: { code: '123456' } })).status);
  }
  expect(statuses).toEqual(Array(7).fill(409));
  await node.stop();
});

test('a new phone replaces the old one after a code, and turning the second step on again makes a new secret', async () => {
  const sender = await signUp(app, mail);
  const { token } = sender;
  const old = await setUpFactor(app, sender, NOON);
  app.setTime(later(600));
  const without = app.call(calls.beginUserFactor, { token, body: { currentPassword: sender.password } });
  expect(await errorsOf(without)).toEqual([
    422,
    [{ field: 'code', message: 'Escribí un código de tu aplicación actual' }],
  ]);
  app.setTime(later(660));
  const begun = await app.call(calls.beginUserFactor, { token, body: { code: old.authenticator.code(later(660)) } });
  const next = createAuthenticator(begun.body.results.secret);
  app.setTime(later(720));
  // The old one works until the new one is confirmed.
  expect((await giveCode(app, await logInHalf(app, sender), old.authenticator.code(later(720)))).status).toBe(200);
  const confirmed = await app.call(calls.confirmUserFactor, { token, body: { code: next.code(later(720)) } });
  const half = await logInHalf(app, sender);
  app.setTime(later(780));
  expect((await giveCode(app, half, old.authenticator.code(later(780)))).status).toBe(422);
  expect((await giveCode(app, half, old.backupCodes[0] ?? '')).status).toBe(422);
  expect((await giveCode(app, half, confirmed.body.results.backup_codes[0] ?? '')).status).toBe(200);
  expect((await app.call(calls.removeUserFactor, { token, body: { code: next.code(later(780)) } })).status).toBe(200);
  const again = await app.call(calls.beginUserFactor, { token, body: { currentPassword: sender.password } });
  expect([begun, again].map(({ body }) => body.results.secret)[0]).not.toBe(again.body.results.secret);
  app.setTime(NOON);
});

test('removing the second factor takes a code, ends the other sessions, and a mail reports it', async () => {
  const sender = await signUp(app, mail);
  const { token } = sender;
  const { authenticator, backupCodes } = await setUpFactor(app, sender, NOON);
  expect((await app.call(calls.removeUserFactor, { token, body: { code: '000000' } })).status).toBe(422);
  app.setTime(later(60));
  const other = await giveCode(app, await logInHalf(app, sender), backupCodes[0] ?? '');
  const removed = await app.call(calls.removeUserFactor, { token, body: { code: authenticator.code(later(60)) } });
  expect([removed.status, removed.body.message]).toEqual([200, 'Quitaste el segundo paso']);
  expect(await state(sender)).toEqual({ since: null, backup_codes: 0, required_from: null });
  expect((await app.call(currentUser, { token: other.body.token })).status).toBe(401);
  expect((await app.call(currentUser, { token })).status).toBe(200);
  expect(await logIn(app, sender.username, sender.password)).not.toBe('');
  await mailAbout(mail, sender.email, 'Se quitó tu segundo paso');
  app.setTime(NOON);
});

test('new backup codes end the old ones, and each use is reported with what is left', async () => {
  const sender = await signUp(app, mail);
  const { token } = sender;
  const { backupCodes } = await setUpFactor(app, sender, NOON);
  const renewed = await app.call(calls.renewUserBackupCodes, { token, body: { code: backupCodes[0] ?? '' } });
  const fresh = renewed.body.results.backup_codes;
  expect(fresh).toHaveLength(10);
  await mailAbout(mail, sender.email, 'Tenés códigos de respaldo nuevos');
  expect((await giveCode(app, await logInHalf(app, sender), backupCodes[1] ?? '')).status).toBe(422);
  for (const code of fresh.slice(0, 8)) {
    expect((await giveCode(app, await logInHalf(app, sender), code)).status).toBe(200);
  }
  expect(await state(sender)).toMatchObject({ backup_codes: 2 });
  const texts = async () => (await mail.mailsTo(sender.email)).map(({ text }) => text.replace(/\s+/g, ' '));
  await expect.poll(texts).toContainEqual(expect.stringMatching(/Te quedan 2\. .*Generá códigos nuevos/));
});

test('the team list says who has a second factor, and a colleague’s isn’t reachable', async () => {
  const owner = await signUp(app, mail);
  const colleague = await addUser(app, mail, owner, 'viewer');
  await setUpFactor(app, colleague, NOON);
  expect(await userOf(app, owner, colleague.email)).toMatchObject({ second_factor: true });
  expect(await userOf(app, owner, owner.email)).toMatchObject({ second_factor: false });
  expect(await state(owner)).toEqual({ since: null, backup_codes: 0, required_from: null });
});

test('the export of a user’s data says since when, never the secret', async () => {
  const sender = await signUp(app, mail);
  const { backupCodes } = await setUpFactor(app, sender, NOON);
  const { bytes } = await app.call(exportOwnData, { token: sender.token });
  const text = Buffer.from(bytes).toString();
  expect(JSON.parse(text).Datos).toMatchObject({ 'Segundo paso desde': '2099-08-03T12:00:00-03:00' });
  for (const code of backupCodes) expect(text).not.toContain(code);
});

test.each(['removed', 'erased'] as const)('a user who is %s leaves no second factor', async (how) => {
  const owner = await signUp(app, mail);
  const colleague = await addUser(app, mail, owner, 'viewer');
  await setUpFactor(app, colleague, NOON);
  if (how === 'removed') await app.call(removeUser, { token: owner.token, params: { id: colleague.id } });
  else await app.call(eraseOwnUser, { token: colleague.token, body: { confirmed: true } });
  for (const table of ['user_factors', 'user_backup_codes']) {
    expect(await app.owner(`SELECT FROM ${table} WHERE user_id = $1`, [colleague.id])).toEqual([]);
  }
});

test('the database contains neither codes nor the secret itself, and a secret can’t be moved to another user', async () => {
  const [ana, beto] = [await signUp(app, mail), await signUp(app, mail)];
  const { authenticator, backupCodes } = await setUpFactor(app, ana, NOON);
  await setUpFactor(app, beto, NOON);
  const rows = await app.owner<{ kept: string }>(
    `SELECT row_to_json(t)::text AS kept FROM user_factors t UNION ALL SELECT row_to_json(t)::text FROM user_backup_codes t`,
  );
  const text = rows.map(({ kept }) => kept).join('\n');
  for (const secret of [authenticator.secret, Buffer.from(authenticator.secret).toString('hex'), ...backupCodes]) {
    expect(text).not.toContain(secret);
  }
  await app.owner(
    `UPDATE user_factors f SET secret = g.secret FROM user_factors g, users u, users v
     WHERE u.username = $1 AND f.user_id = u.id AND v.username = $2 AND g.user_id = v.id`,
    [beto.username, ana.username],
  );
  app.setTime(later(60));
  expect((await giveCode(app, await logInHalf(app, beto), authenticator.code(later(60)))).status).toBe(500);
  app.setTime(NOON);
});

test('a second factor works during a rotation of SECRETS_KEY, and without the old key after the next night', async () => {
  const fresh = await startTestApp({ SMTP_URL: mail.url });
  fresh.setTime(NOON);
  const sender = await signUp(fresh, mail);
  const { authenticator } = await setUpFactor(fresh, sender, NOON);
  const SECRETS_KEY = generateSecretsKey();
  let seconds = 0;
  async function loginOn(SECRETS_KEY_PREVIOUS: string, night: boolean): Promise<number> {
    const keys = { SECRETS_KEY, SECRETS_KEY_PREVIOUS };
    const node = await startTestApp({ SMTP_URL: mail.url, ...keys }, { sharesDatabaseWith: fresh });
    seconds += 60;
    const now = later(seconds);
    node.setTime(now);
    const { status } = await giveCode(node, await logInHalf(node, sender), authenticator.code(now));
    if (night) await runNightlyMaintenance(node.server.deps, new AbortController().signal);
    await node.stop();
    return status;
  }
  expect(await loginOn(TEST_SECRETS_KEY, true)).toBe(200);
  expect(await loginOn('', false)).toBe(200);
  await fresh.stop();
});
