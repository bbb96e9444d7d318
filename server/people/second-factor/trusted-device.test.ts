import { expect, test } from 'vitest';
import { runNightlyMaintenance } from '#server/nightly/nightly.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import * as access from '#shared/people/access.ts';
import { currentUser } from '#shared/people/account.ts';
import { removeUserFactor } from '#shared/people/second-factor/second-factor.ts';
import { endOneSession, endOtherSessions } from '#shared/people/sessions.ts';
import { blockUser, unblockUser } from '#shared/people/staff-client-users.ts';
import { suspendUser } from '#shared/people/team.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { type Factor, giveCode, logInHalf, setUpFactor, trustBrowser } from '#test/fixtures/factor-fixture.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { addUser } from '#test/fixtures/team-factory.ts';
import { sessionIdOf } from '#test/inputs/session-inputs.ts';

const NOON = new Date('2099-08-03T15:00:00Z');

const { app, mail } = await sharedApp(NOON);

/** Returns a user with a second factor whose browser is trusted, and the browser's cookie. */
async function trusting(): Promise<Sender & Factor & { cookie: string; setCookie: string }> {
  const sender = await signUp(app, mail);
  const factor = await setUpFactor(app, sender, NOON);
  return { ...sender, ...factor, ...(await trustBrowser(app, sender, factor.backupCodes[0] ?? '')) };
}

/** Whether a login with a cookie needs no code. */
async function isTrusted({ username, password }: Pick<Sender, 'username' | 'password'>, cookie: string) {
  const { body } = await app.call(access.login, {
    body: { _username: username, _password: password },
    headers: { cookie },
  });
  return body.second_factor !== true && (await app.call(currentUser, { token: body.token })).status === 200;
}

test('a trusted browser gives no code for 30 days; its cookie is hidden from scripts and only sent to the login', async () => {
  const ana = await trusting();
  expect(ana.setCookie).toMatch(
    /^remito_trusted_\d+=[\w-]{43}; Path=\/api\/login; HttpOnly; SameSite=Strict; Max-Age=2592000/,
  );
  expect(await isTrusted(ana, ana.cookie)).toBe(true);
  expect(await isTrusted(ana, `${ana.cookie.slice(0, -1)}x`)).toBe(false);
  expect(await isTrusted(ana, '')).toBe(false);
  app.setTime(new Date(NOON.getTime() + 30 * DAY_MS - 1000));
  expect(await isTrusted(ana, ana.cookie)).toBe(true);
  app.setTime(new Date(NOON.getTime() + 30 * DAY_MS));
  expect(await isTrusted(ana, ana.cookie)).toBe(false);
  await runNightlyMaintenance(app.server.deps, new AbortController().signal);
  expect(await app.owner('SELECT FROM trusted_devices')).toEqual([]);
});

test('without the choice of the user no browser is trusted', async () => {
  const ana = await signUp(app, mail);
  const { backupCodes } = await setUpFactor(app, ana, NOON);
  expect(await trustBrowser(app, ana, backupCodes[0] ?? '', false)).toEqual({ cookie: '', setCookie: '' });
});

test('the cookie of one user is worth nothing for another, also under the other’s name', async () => {
  const [ana, beto] = [await trusting(), await trusting()];
  const [betosName = ''] = beto.cookie.split('=');
  const [, anasToken = ''] = ana.cookie.split('=');
  expect(await isTrusted(beto, ana.cookie)).toBe(false);
  expect(await isTrusted(beto, `${betosName}=${anasToken}`)).toBe(false);
  // A browser of several people keeps a cookie for each.
  for (const one of [ana, beto]) expect(await isTrusted(one, `${ana.cookie}; ${beto.cookie}`)).toBe(true);
});

test('a trusted browser is no login without the password', async () => {
  const ana = await trusting();
  const body = { _username: ana.username, _password: 'equivocada' };
  expect((await app.call(access.login, { body, headers: { cookie: ana.cookie } })).status).toBe(400);
});

const ENDINGS: [string, (ana: Sender & Factor) => Promise<unknown>][] = [
  [
    'the password changes',
    ({ token, password }) =>
      app.call(access.modifyPassword, { token, body: { currentPassword: password, newPassword: password } }),
  ],
  [
    'one of the sessions is ended',
    async (ana) => {
      const other = (await giveCode(app, await logInHalf(app, ana), ana.backupCodes[1] ?? '')).body.token;
      await app.call(endOneSession, { token: ana.token, params: { id: sessionIdOf(other) } });
    },
  ],
  ['the other sessions are ended', ({ token }) => app.call(endOtherSessions, { token })],
  [
    'the second factor changes',
    async (ana) => {
      await app.call(removeUserFactor, { token: ana.token, body: { code: ana.backupCodes[1] ?? '' } });
      await setUpFactor(app, ana, NOON);
    },
  ],
];

test.each(ENDINGS)('a browser isn’t trusted any more once %s', async (_, end) => {
  const ana = await trusting();
  await end(ana);
  expect(await isTrusted(ana, ana.cookie)).toBe(false);
  expect(await logInHalf(app, ana)).not.toBe('');
});

test('a session that somebody else fails to end leaves the browsers trusted, and so does a logout', async () => {
  const [ana, beto] = [await trusting(), await trusting()];
  const params = { id: sessionIdOf(ana.token) };
  expect((await app.call(endOneSession, { token: beto.token, params })).status).toBe(404);
  await app.call(access.logout, { token: ana.token });
  for (const one of [ana, beto]) expect(await isTrusted(one, one.cookie)).toBe(true);
});

test('a block and a suspension forget the trusted browsers', async () => {
  const owner = await signUp(app, mail);
  const trusted = () => app.owner('SELECT FROM trusted_devices WHERE user_id = ANY($1)', [[blocked.id, suspended.id]]);
  const [blocked, suspended] = [await addUser(app, mail, owner, 'viewer'), await addUser(app, mail, owner, 'viewer')];
  for (const one of [blocked, suspended]) {
    const { backupCodes } = await setUpFactor(app, one, NOON);
    await trustBrowser(app, one, backupCodes[0] ?? '');
  }
  expect(await trusted()).toHaveLength(2);
  const [row] = await app.owner<{ client_id: number }>('SELECT client_id FROM users WHERE id = $1', [blocked.id]);
  const params = { clientId: row?.client_id ?? 0, id: blocked.id };
  const staff = createStaffClient(app);
  await staff(blockUser, { params, body: { reason: 'Deuda' } });
  await staff(unblockUser, { params });
  await app.call(suspendUser, { token: owner.token, params: { id: suspended.id } });
  expect(await trusted()).toEqual([]);
});
