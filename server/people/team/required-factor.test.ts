import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeStream } from '#shared/kit/change-events.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { DAY_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { login, logout, newestTerms } from '#shared/people/access.ts';
import { currentUser } from '#shared/people/account.ts';
import { refusalReason } from '#shared/people/rules/permissions.ts';
import { GRACE_DAYS, REMOVAL_REFUSED, SET_UP_REQUIRED } from '#shared/people/rules/required-factor.ts';
import { releaseFactor, requireFactor } from '#shared/people/second-factor/required-factor.ts';
import {
  beginUserFactor,
  readFactor,
  removeUserFactor,
  verifyFactor,
} from '#shared/people/second-factor/second-factor.ts';
import { acceptInvitation, readTeam } from '#shared/people/team.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { auditedActions } from '#test/callers/audited-actions.ts';
import { openStream } from '#test/callers/change-stream.ts';
import { type Factor, giveCode, logInHalf, setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { logIn, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { acceptance, addUser, invite, type Member, mailAbout } from '#test/fixtures/team-factory.ts';

const { app, mail } = await sharedApp();

const NOON = new Date('2099-08-03T15:00:00Z');
const BEGINS = '2099-08-10T12:00:00-03:00';
const days = (count: number) => new Date(NOON.getTime() + count * DAY_MS);
const AFTER = days(GRACE_DAYS);
// So short before that a session is still cached at AFTER.
const BEFORE = new Date(AFTER.getTime() - 1000);

let other: TestApp;
let owner: Sender & Factor;
let colleague: Member;
beforeAll(async () => {
  other = await startTestApp({ SMTP_URL: mail.url, ROLE: 'web' }, { sharesDatabaseWith: app });
});
beforeEach(async () => {
  setTime(NOON);
  const sender = await signUp(app, mail);
  colleague = await addUser(app, mail, sender, 'operations');
  owner = { ...sender, ...(await setUpFactor(app, sender, NOON)) };
});
afterEach(() => setTime(NOON));
afterAll(async () => {
  await other?.stop();
});

function setTime(moment: Date): void {
  for (const node of [app, other]) node.setTime(moment);
}

const decide = (call: typeof requireFactor | typeof releaseFactor, { token }: { token: string }) =>
  app.call(call, { token });
const reads = async ({ token }: { token: string }, on = app) => (await on.call(listOrders, { token })).status;
const logInAgain = ({ username, password }: Sender) => logIn(app, username, password);
async function logInAgainWithCode(who: Sender & Factor): Promise<Sender & Factor> {
  const complete = await giveCode(app, await logInHalf(app, who), who.authenticator.code(AFTER));
  return { ...who, token: complete.body.token };
}
const requiredFrom = async ({ token }: { token: string }) =>
  (await app.call(currentUser, { token })).body.results.factor_required_from;
const refusal = [403, { message: SET_UP_REQUIRED, errors: [], code: 'factor_setup_required' }];

test('users without a second factor are warned with the day for seven days, by mail and in the portal, and work on', async () => {
  const suspended = await addUser(app, mail, owner, 'viewer');
  await app.owner('UPDATE users SET suspended_at = $2 WHERE id = $1', [suspended.id, NOON]);
  const { status, body } = await decide(requireFactor, owner);
  expect([status, body.message]).toEqual([200, 'Tu empresa exige el segundo paso desde el 10/08/2099 12:00']);
  const { text } = await mailAbout(mail, colleague.email, 'Configurá tu segundo paso');
  expect(text).toContain(formatTimestamp(BEGINS));
  expect(await requiredFrom(colleague)).toBe(BEGINS);
  expect(await requiredFrom(owner)).toBeNull();
  expect((await app.call(readTeam, { token: colleague.token })).body.factor_required_from).toBe(BEGINS);
  setTime(BEFORE);
  expect(await reads({ token: await logInAgain(colleague) })).toBe(200);
  const subjects = async ({ email }: Sender) => (await mail.mailsTo(email)).map(({ subject }) => subject);
  for (const one of [owner, suspended]) expect(await subjects(one)).not.toContain('Configurá tu segundo paso');
});

test('after the grace a login permits only to set the second factor up, on every node, and then everything', async () => {
  await decide(requireFactor, owner);
  setTime(AFTER);
  const { body } = await app.call(login, { body: { _username: colleague.username, _password: colleague.password } });
  expect(body.second_factor).toBeUndefined();
  const { token } = body;
  for (const node of [app, other]) {
    for (const call of [listOrders, currentUser, newestTerms, readTeam, changeStream]) {
      const refused = await node.call(call, { token });
      expect([refused.status, refused.body], call.path).toEqual(refusal);
    }
  }
  expect((await app.call(readFactor, { token })).body.results).toMatchObject({ since: null, required_from: BEGINS });
  const { backupCodes } = await setUpFactor(app, { ...colleague, token }, AFTER);
  expect(backupCodes).toHaveLength(10);
  expect(await reads({ token })).toBe(200);
  await expect.poll(() => reads({ token }, other)).toBe(200);
});

test('a session that is open when the grace ends goes on as one that only sets up, even where it is cached', async () => {
  const working = await logInAgain(colleague);
  await decide(requireFactor, owner);
  setTime(BEFORE);
  const token = await logInAgain(colleague);
  for (const node of [app, other]) expect(await reads({ token }, node)).toBe(200);
  setTime(AFTER);
  for (const node of [app, other]) expect(await reads({ token }, node)).toBe(403);
  // Too old by now.
  expect(await reads({ token: working })).toBe(401);
});

test('the set-up needs the password: a stolen session sets nothing up', async () => {
  await decide(requireFactor, owner);
  setTime(AFTER);
  const token = await logInAgain(colleague);
  const { status } = await app.call(beginUserFactor, { token, body: { currentPassword: 'otra-clave' } });
  expect(status).toBe(400);
  expect(await reads({ token })).toBe(403);
});

test('a person who accepts an invitation after the grace sets the second factor up first', async () => {
  await decide(requireFactor, owner);
  setTime(AFTER);
  const form = acceptance(await invite(app, mail, await logInAgainWithCode(owner)));
  const accepted = await app.call(acceptInvitation, { body: form });
  expect(accepted.status).toBe(200);
  const late = { ...form, token: accepted.body.token };
  const { status, body } = await app.call(listOrders, { token: late.token });
  expect([status, body]).toEqual(refusal);
  await setUpFactor(app, late, AFTER);
  expect(await reads(late)).toBe(200);
});

test('only an owner or an administrator with a second factor decides', async () => {
  for (const call of [requireFactor, releaseFactor]) {
    const refused = await decide(call, colleague);
    expect([refused.status, refused.body.message]).toEqual([403, refusalReason('operations', 'people')]);
  }
  const admin = await addUser(app, mail, owner, 'admin');
  const without = await decide(requireFactor, admin);
  expect([without.status, without.body.message]).toEqual([
    422,
    'Primero configurá tu propio segundo paso, en Mi Cuenta',
  ]);
  await setUpFactor(app, admin, NOON);
  expect((await decide(requireFactor, admin)).status).toBe(200);
});

test('a code is asked again for the decision', async () => {
  setTime(new Date(NOON.getTime() + 11 * MINUTE_MS));
  const asked = await decide(requireFactor, owner);
  expect([asked.status, asked.body.code]).toEqual([403, 'step_up_required']);
  const code = owner.authenticator.code(new Date(NOON.getTime() + 11 * MINUTE_MS));
  await app.call(verifyFactor, { token: owner.token, body: { code } });
  expect((await decide(requireFactor, owner)).status).toBe(200);
});

test('a second decision keeps the day; after the end of the requirement another one has its own seven days', async () => {
  await decide(requireFactor, owner);
  setTime(new Date(NOON.getTime() + 60_000));
  await decide(requireFactor, owner);
  expect(await requiredFrom(colleague)).toBe(BEGINS);
  expect((await decide(releaseFactor, owner)).body.message).toBe('Tu empresa ya no exige el segundo paso');
  await mailAbout(mail, owner.email, 'Tu empresa ya no exige el segundo paso');
  expect(await requiredFrom(colleague)).toBeNull();
  await decide(requireFactor, owner);
  expect(await requiredFrom(colleague)).toBe('2099-08-10T12:01:00-03:00');
});

test('after the end of the requirement a user without a second factor enters as before', async () => {
  await decide(requireFactor, owner);
  setTime(AFTER);
  const token = await logInAgain(colleague);
  expect(await reads({ token })).toBe(403);
  await decide(releaseFactor, await logInAgainWithCode(owner));
  expect(await reads({ token })).toBe(200);
});

test('a required second factor can’t be removed', async () => {
  await decide(requireFactor, owner);
  const remove = () => app.call(removeUserFactor, { token: owner.token, body: { code: owner.backupCodes[0] ?? '' } });
  const refused = await remove();
  expect([refused.status, refused.body.message]).toEqual([422, REMOVAL_REFUSED]);
  await decide(releaseFactor, owner);
  // The refusal kept the code.
  expect((await remove()).status).toBe(200);
});

test('a right code for a refused removal doesn’t count as a wrong one', async () => {
  await decide(requireFactor, owner);
  const node = await startTestApp({ SMTP_URL: mail.url, THROTTLE: 'normal', ROLE: 'web' }, { sharesDatabaseWith: app });
  node.setTime(NOON);
  const [spare = '', next = ''] = owner.backupCodes;
  for (let attempt = 1; attempt <= 7; attempt++) {
    const { status, body } = await node.call(removeUserFactor, { token: owner.token, body: { code: spare } });
    expect([status, body.message], `attempt ${attempt}`).toEqual([422, REMOVAL_REFUSED]);
  }
  // Five wrong codes are still allowed, and no more.
  const answers = [];
  for (const code of ['000000', '000000', '000000', '000000', '000000', '000000', next]) {
    answers.push((await node.call(verifyFactor, { token: owner.token, body: { code } })).status);
  }
  expect(answers).toEqual([422, 422, 422, 422, 422, 422, 429]);
  await node.stop();
});

test('another company’s users are neither warned nor asked', async () => {
  const otherClient = await signUp(app, mail);
  await decide(requireFactor, owner);
  expect(await requiredFrom(otherClient)).toBeNull();
  setTime(AFTER);
  expect(await reads({ token: await logInAgain(otherClient) })).toBe(200);
});

test('live updates end with the grace', async () => {
  await decide(requireFactor, owner);
  setTime(BEFORE);
  const stream = await openStream(app.server.url, await logInAgain(colleague));
  setTime(AFTER);
  // Any end of a session makes the node look at the streams of its company.
  await app.call(logout, { token: await logInHalf(app, owner) });
  await stream.ended;
});

test('each decision is in the audit trail', async () => {
  const before = (await auditedActions(app)).length;
  await decide(requireFactor, owner);
  await decide(releaseFactor, owner);
  expect(await auditedActions(app, before)).toEqual(['user.require_factor', 'user.release_factor']);
});

test('a portal with the specified calls only requires nothing, because nobody can set anything up there', async () => {
  await decide(requireFactor, owner);
  const strict = await startTestApp({ SMTP_URL: mail.url, STRICT_CONTRACT: '1' }, { sharesDatabaseWith: app });
  strict.setTime(AFTER);
  const token = await logIn(strict, colleague.username, colleague.password);
  expect(await reads({ token }, strict)).toBe(200);
  await strict.stop();
});
