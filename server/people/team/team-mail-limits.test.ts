import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import type { UserRole } from '#shared/people/rules/permissions.ts';
import { releaseFactor, requireFactor } from '#shared/people/second-factor/required-factor.ts';
import * as team from '#shared/people/team.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { registrationForm, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { addUser, invitationOf, invite, type Member } from '#test/fixtures/team-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

const NOON = new Date('2099-08-03T15:00:00Z');

let app: TestApp;
let mail: FakeMailServer;
let owner: Sender;
let colleague: Member;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, THROTTLE: 'normal' });
  app.setTime(NOON);
});
beforeEach(async () => {
  app.setTime(NOON);
  owner = await signUp(app, mail);
  colleague = await addUser(app, mail, owner, 'viewer');
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

const give = (by: Sender, { id }: Member, role: UserRole) =>
  app.call(team.changeUserRole, { token: by.token, params: { id }, body: { role } });
const act = (call: typeof team.suspendUser | typeof team.resumeUser | typeof team.removeUser, { id }: Member) =>
  app.call(call, { token: owner.token, params: { id } });

/** Changes the roles of six colleagues ten times each. @returns the statuses of the answers */
async function useUpLimit(): Promise<number[]> {
  const statuses = [];
  for (let person = 0; person < 6; person++) {
    const other = await addUser(app, mail, owner, 'viewer');
    for (let n = 0; n < 10; n++) {
      const { status } = await give(owner, other, n % 2 === 0 ? 'operations' : 'viewer');
      statuses.push(status);
    }
  }
  return statuses;
}

test('a company makes at most sixty calls an hour that mail its users; calls that mail nobody don’t count', async () => {
  const { email } = registrationForm();
  await invite(app, mail, owner, { email });
  const { id } = (await invitationOf(app, owner, email)) ?? { id: 0 };
  const other = await addUser(app, mail, owner, 'viewer');
  await setUpFactor(app, other, NOON);
  await act(team.suspendUser, other);
  expect((await give(owner, colleague, 'viewer')).status).toBe(200);
  expect(await useUpLimit()).toEqual(Array(60).fill(200));
  const refused = await give(owner, colleague, 'operations');
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    429,
    'throttled',
    'Hiciste muchos intentos. Probá de nuevo en 1 hora',
  ]);
  expect(refused.headers.get('retry-after')).toBe('3600');
  app.setTime(new Date(NOON.getTime() + MINUTE_MS));
  for (const call of [
    () => act(team.resumeUser, other),
    () => app.call(team.giveRecoveryCode, { token: owner.token, params: { id: other.id } }),
    () => app.call(team.resendInvitation, { token: owner.token, params: { id } }),
  ]) {
    expect((await call()).status).toBe(429);
  }
  app.setTime(new Date(NOON.getTime() + 60 * MINUTE_MS));
  expect((await give(owner, colleague, 'operations')).status).toBe(200);
});

test('past the limit, people are still suspended and removed, and other companies aren’t limited', async () => {
  await useUpLimit();
  expect((await act(team.suspendUser, colleague)).status).toBe(200);
  expect((await act(team.resumeUser, colleague)).status).toBe(429);
  expect((await act(team.removeUser, colleague)).status).toBe(200);
  const otherClient = await signUp(app, mail);
  const theirs = await addUser(app, mail, otherClient, 'viewer');
  expect((await give(otherClient, theirs, 'operations')).status).toBe(200);
});

test('a company changes the requirement of a second factor at most six times an hour', async () => {
  await setUpFactor(app, owner, NOON);
  const decide = async (call: typeof requireFactor) => (await app.call(call, { token: owner.token })).status;
  const required = async () => (await app.call(team.readTeam, { token: owner.token })).body.factor_required_from;
  for (let round = 0; round < 3; round++) {
    // The second of two equal decisions changes nothing, and doesn’t count.
    for (const call of [requireFactor, requireFactor, releaseFactor, releaseFactor]) {
      expect(await decide(call)).toBe(200);
    }
  }
  expect(await decide(requireFactor)).toBe(429);
  expect(await required()).toBeNull();
  expect((await give(owner, colleague, 'operations')).status).toBe(200);
});
