import { beforeEach, expect, test } from 'vitest';
import { recountItems } from '#server/orders/domain/flags/recount-items.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { listPending } from '#shared/orders/pending.ts';
import { changeUserRole, leaveTeam, readTeam, resendInvitation, withdrawInvitation } from '#shared/people/team.ts';
import { clientIdOf } from '#test/app/client-id.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { logIn, registrationForm, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { addUser, invite } from '#test/fixtures/team-factory.ts';

const { app, mail } = await sharedApp();

const BEGIN = Date.parse('2099-08-03T15:00:00Z');
const hours = (count: number) => new Date(BEGIN + count * HOUR_MS);
const WEEK_IN_HOURS = 7 * 24;

let owner: Sender;
beforeEach(async () => {
  app.setTime(hours(0));
  owner = await signUp(app, mail);
});

/** Goes to a later time, when everybody has to log in again. */
async function go(to: number, ...people: Sender[]): Promise<void> {
  app.setTime(hours(to));
  for (const person of [owner, ...people]) person.token = await logIn(app, person.username, person.password);
}

const list = async ({ token }: { token: string }) => (await app.call(listPending, { token, query: {} })).body;
const kinds = async (by: { token: string } = owner) => (await list(by)).results.map(({ kind }) => kind);

async function recounted(): Promise<number> {
  return recountItems(app.server.deps, await clientIdOf(app, owner), new AbortController().signal);
}

async function invitation(): Promise<number> {
  const team = await app.call(readTeam, { token: owner.token });
  return team.body.invitations[0]?.id ?? 0;
}

test('an invitation requires action from a day before it expires until it is sent again, withdrawn or accepted', async () => {
  const { email } = registrationForm();
  await invite(app, mail, owner, { email });
  await go(47.9);
  expect(await kinds()).toEqual([]);
  await go(48);
  expect((await list(owner)).results).toMatchObject([
    { kind: 'invitation_expiring', thing: { name: email }, deadline: { minutes_left: 24 * 60 }, closable: false },
  ]);
  await go(73);
  expect((await list(owner)).kinds).toEqual([{ kind: 'invitation_expiring', total: 1, overdue: 1 }]);
  const params = { id: await invitation() };
  expect((await app.call(resendInvitation, { token: owner.token, params })).status).toBe(200);
  expect(await kinds()).toEqual([]);
  await go(73 + 48);
  expect(await kinds()).toEqual(['invitation_expiring']);
  expect(await recounted()).toBe(0);
  expect((await app.call(withdrawInvitation, { token: owner.token, params })).status).toBe(200);
  expect(await kinds()).toEqual([]);
  expect(await recounted()).toBe(0);
});

test('people who can’t invite, and other companies, see no invitation as pending', async () => {
  const member = await addUser(app, mail, owner, 'operations');
  const other = await signUp(app, mail);
  await invite(app, mail, owner);
  await go(50, member, other);
  expect(await kinds()).toEqual(['invitation_expiring']);
  expect(await kinds(member)).toEqual([]);
  expect(await kinds(other)).toEqual([]);
});

test('the only owner is asked for a second factor after a week, until there is one or another owner', async () => {
  const second = await addUser(app, mail, owner, 'admin');
  await go(WEEK_IN_HOURS - 1);
  expect(await kinds()).toEqual([]);
  await go(WEEK_IN_HOURS, second);
  expect(await kinds()).toEqual(['second_factor']);
  expect(await kinds(second)).toEqual([]);
  const role = (to: 'owner' | 'admin') =>
    app.call(changeUserRole, { token: owner.token, params: { id: second.id }, body: { role: to } });
  expect((await role('owner')).status).toBe(200);
  expect(await kinds()).toEqual([]);
  expect(await recounted()).toBe(0);
  expect((await role('admin')).status).toBe(200);
  expect(await kinds()).toEqual(['second_factor']);
  await setUpFactor(app, owner, hours(WEEK_IN_HOURS));
  expect(await kinds()).toEqual([]);
  expect(await recounted()).toBe(0);
});

test('an owner who stays alone is asked for a second factor', async () => {
  const second = await addUser(app, mail, owner, 'owner');
  await go(WEEK_IN_HOURS, second);
  expect(await kinds(second)).toEqual([]);
  expect((await app.call(leaveTeam, { token: owner.token, body: { confirmed: true } })).status).toBe(200);
  expect(await kinds(second)).toEqual(['second_factor']);
  expect(await recounted()).toBe(0);
});
