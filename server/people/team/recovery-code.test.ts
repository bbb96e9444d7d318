import { beforeAll, expect, test } from 'vitest';
import { currentUser } from '#shared/people/account.ts';
import { beginUserFactor, confirmUserFactor, readFactor } from '#shared/people/second-factor/second-factor.ts';
import { giveRecoveryCode, removeUser, suspendUser } from '#shared/people/team.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { giveCode, logInHalf, setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { createAuthenticator } from '#test/fixtures/staff-fixture.ts';
import { addUser, type Member, mailAbout } from '#test/fixtures/team-factory.ts';

const NOON = new Date('2099-08-03T15:00:00Z');
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

const { app, mail } = await sharedApp(NOON);
let owner: Sender;
let colleague: Member;
beforeAll(async () => {
  owner = await signUp(app, mail);
  colleague = await addUser(app, mail, owner, 'operations');
  await setUpFactor(app, colleague, NOON);
});

const codeBy = ({ token }: Pick<Sender, 'token'>, id: number) => app.call(giveRecoveryCode, { token, params: { id } });

test('a person without phone and codes enters by a code of the owner, once, and sets up a new phone', async () => {
  const other = await addUser(app, mail, owner, 'owner');
  const { status, body } = await codeBy(owner, colleague.id);
  expect([status, body.results.code]).toEqual([200, expect.stringMatching(/^[0-9a-z]{5}-[0-9a-z]{5}$/)]);
  const { code } = body.results;
  for (const { email, subject } of [
    { email: colleague.email, subject: 'Te dieron un código para entrar' },
    { email: owner.email, subject: 'Se generó un código para entrar sin teléfono' },
    { email: other.email, subject: 'Se generó un código para entrar sin teléfono' },
  ]) {
    expect((await mailAbout(mail, email, subject)).text).not.toContain(code);
  }
  const complete = await giveCode(app, await logInHalf(app, colleague), code);
  expect(complete.status).toBe(200);
  expect((await giveCode(app, await logInHalf(app, colleague), code)).status).toBe(422);
  const { token } = complete.body;
  // The ten codes of the person are still there, and the second factor is on.
  expect((await app.call(readFactor, { token })).body.results).toMatchObject({ backup_codes: 10 });
  const begun = await app.call(beginUserFactor, { token, body: {} });
  const next = createAuthenticator(begun.body.results.secret);
  expect((await app.call(confirmUserFactor, { token, body: { code: next.code(NOON) } })).status).toBe(200);
  app.setTime(later(60));
  expect((await giveCode(app, await logInHalf(app, colleague), next.code(later(60)))).status).toBe(200);
});

test('a code is valid for ten minutes, and a new one ends it', async () => {
  const first = (await codeBy(owner, colleague.id)).body.results.code;
  const second = (await codeBy(owner, colleague.id)).body.results.code;
  expect((await giveCode(app, await logInHalf(app, colleague), first)).status).toBe(422);
  app.setTime(later(600));
  expect((await giveCode(app, await logInHalf(app, colleague), second)).status).toBe(422);
  app.setTime(later(599));
  expect((await giveCode(app, await logInHalf(app, colleague), second)).status).toBe(200);
});

test('nobody gives a code to oneself, an administrator none to an owner, and other roles none at all', async () => {
  const admin = await addUser(app, mail, owner, 'admin');
  const viewer = await addUser(app, mail, owner, 'viewer');
  const second = await addUser(app, mail, owner, 'owner');
  await setUpFactor(app, admin, NOON);
  await setUpFactor(app, second, NOON);
  expect((await codeBy(admin, admin.id)).status).toBe(422);
  expect((await codeBy(admin, second.id)).status).toBe(422);
  expect((await codeBy(viewer, colleague.id)).status).toBe(403);
  expect((await codeBy(admin, colleague.id)).status).toBe(200);
  const without = await codeBy(admin, viewer.id);
  expect([without.status, without.body.message]).toEqual([
    422,
    'Esta persona no tiene segundo paso: entra sólo con su contraseña',
  ]);
});

test('a person of another company is not found', async () => {
  const otherClient = await signUp(app, mail);
  const unknown = await codeBy(otherClient, 123_456_789);
  const answer = await codeBy(otherClient, colleague.id);
  expect([answer.status, answer.bytes]).toEqual([404, unknown.bytes]);
});

test('a code doesn’t let a suspended person in', async () => {
  const person = await addUser(app, mail, owner, 'viewer');
  await setUpFactor(app, person, NOON);
  const { code } = (await codeBy(owner, person.id)).body.results;
  const half = await logInHalf(app, person);
  await app.call(suspendUser, { token: owner.token, params: { id: person.id } });
  expect((await giveCode(app, half, code)).status).toBe(401);
  expect((await app.call(currentUser, { token: half })).status).toBe(401);
});

test('a removed person’s second factor and backup codes are deleted, and nobody else’s', async () => {
  const leaver = await addUser(app, mail, owner, 'operations');
  const stays = await addUser(app, mail, owner, 'operations');
  for (const one of [leaver, stays]) await setUpFactor(app, one, NOON);
  const kept = async ({ id }: Member) => {
    const rows = await app.owner<{ factors: number; codes: number }>(
      `SELECT (SELECT count(*)::int FROM user_factors WHERE user_id = $1) AS factors,
         (SELECT count(*)::int FROM user_backup_codes WHERE user_id = $1) AS codes`,
      [id],
    );
    return rows[0];
  };
  expect(await kept(leaver)).toEqual({ factors: 1, codes: 10 });
  expect((await app.call(removeUser, { token: owner.token, params: { id: leaver.id } })).status).toBe(200);
  expect(await kept(leaver)).toEqual({ factors: 0, codes: 0 });
  expect(await kept(stays)).toEqual({ factors: 1, codes: 10 });
});
