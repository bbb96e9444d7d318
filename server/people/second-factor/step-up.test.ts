import { expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { requestEmailChange } from '#shared/people/email-change.ts';
import { exportOwnData } from '#shared/people/personal-data.ts';
import { STEP_UP_REQUIRED } from '#shared/people/second-factor/factor-code.ts';
import { verifyFactor } from '#shared/people/second-factor/second-factor.ts';
import { inviteUser, readTeam } from '#shared/people/team.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { auditedActions } from '#test/callers/audited-actions.ts';
import { setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { registrationForm, type Sender, signUp } from '#test/fixtures/sender-factory.ts';

const NOON = new Date('2099-08-03T15:00:00Z');
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

const { app, mail } = await sharedApp(NOON);

const inviteBy = ({ token }: Pick<Sender, 'token'>) =>
  app.call(inviteUser, { token, body: { email: registrationForm().email, role: 'viewer' } });

test('ten minutes after the last code, changes of people, of the e-mail and exports of a person ask for a code again', async () => {
  const ana = await signUp(app, mail);
  const { authenticator } = await setUpFactor(app, ana, NOON);
  app.setTime(later(599));
  expect((await inviteBy(ana)).status).toBe(200);
  app.setTime(later(600));
  const refused = await inviteBy(ana);
  expect([refused.status, refused.body]).toEqual([
    403,
    { message: STEP_UP_REQUIRED, errors: [], code: 'step_up_required' },
  ]);
  const body = { email: registrationForm().email, currentPassword: ana.password };
  expect((await app.call(requestEmailChange, { token: ana.token, body })).body.code).toBe('step_up_required');
  expect((await app.call(exportOwnData, { token: ana.token })).status).toBe(403);
  expect((await app.call(readTeam, { token: ana.token })).status).toBe(200);

  const wrong = await app.call(verifyFactor, { token: ana.token, body: { code: '000000' } });
  expect([wrong.status, (await inviteBy(ana)).status]).toEqual([422, 403]);
  const code = authenticator.code(later(600));
  expect((await app.call(verifyFactor, { token: ana.token, body: { code } })).status).toBe(200);
  expect((await inviteBy(ana)).status).toBe(200);
  expect((await app.call(exportOwnData, { token: ana.token })).status).toBe(200);
});

test('a code of another session or another user answers nothing', async () => {
  const [ana, beto] = [await signUp(app, mail), await signUp(app, mail)];
  const factor = await setUpFactor(app, ana, NOON);
  await setUpFactor(app, beto, NOON);
  app.setTime(later(600));
  const code = factor.authenticator.code(later(600));
  expect((await app.call(verifyFactor, { token: beto.token, body: { code } })).status).toBe(422);
  await app.call(verifyFactor, { token: ana.token, body: { code } });
  expect((await inviteBy(beto)).body.code).toBe('step_up_required');
});

test('an account without a second factor is never asked, and cannot answer', async () => {
  const ana = await signUp(app, mail);
  app.setTime(later(600));
  expect((await inviteBy(ana)).status).toBe(200);
  expect((await app.call(verifyFactor, { token: ana.token, body: { code: '123456' } })).status).toBe(422);
});

test('a question for a code is no refusal in the audit trail', async () => {
  const ana = await signUp(app, mail);
  await setUpFactor(app, ana, NOON);
  app.setTime(later(600));
  // Refusals are counted before they are written, also those of earlier tests.
  await app.server.deps.refusals.flush();
  const before = (await auditedActions(app)).length;
  await inviteBy(ana);
  await app.server.deps.refusals.flush();
  expect(await auditedActions(app, before)).toEqual([]);
});

test('every change of people and of passkeys asks for a code again', () => {
  const asking = Object.entries(contract).filter(([, { stepUp }]) => stepUp);
  expect(asking.map(([name]) => name).sort()).toEqual([
    'addPasskey',
    'beginPasskey',
    'changeUserRole',
    'eraseOwnUser',
    'eraseReceiver',
    'exportOwnData',
    'exportReceiver',
    'giveRecoveryCode',
    'inviteUser',
    'releaseFactor',
    'removePasskey',
    'removeUser',
    'requestEmailChange',
    'requireFactor',
    'resendInvitation',
    'resumeUser',
    'suspendUser',
  ]);
});
