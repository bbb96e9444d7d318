import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import * as account from '#shared/people/account.ts';
import { requestEmailChange } from '#shared/people/email-change.ts';
import * as sessions from '#shared/people/sessions.ts';
import { acceptInvitation } from '#shared/people/team.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { auditedActions } from '#test/callers/audited-actions.ts';
import { logIn, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { acceptance, addUser, invite } from '#test/fixtures/team-factory.ts';
import { FIREFOX, logInFromBrowser, sessionIdOf } from '#test/inputs/session-inputs.ts';

const { app, mail } = await sharedApp();

let otherNode: TestApp;
let sender: Sender;
beforeAll(async () => {
  otherNode = await startTestApp({ SMTP_URL: mail.url }, { sharesDatabaseWith: app });
  sender = await signUp(app, mail);
});
afterAll(async () => {
  app.setTime(null);
  await otherNode?.stop();
});

const list = async (token: string) => (await app.call(sessions.listSessions, { token })).body.results;
const end = (token: string, id: string) => app.call(sessions.endOneSession, { token, params: { id } });
const statusOn = async (node: TestApp, token: string) => (await node.call(account.currentUser, { token })).status;

/** Waits until a change event makes a node refuse a session: with a stopped clock the node's cache would accept it forever. */
async function refusedOn(node: TestApp, token: string): Promise<void> {
  node.setTime(new Date());
  await expect.poll(() => statusOn(node, token)).toBe(401);
  node.setTime(null);
}

test('a user sees the own open sessions with device, network, begin and last use, this one marked', async () => {
  const me = await signUp(app, mail);
  const { token } = await logInFromBrowser(app, me);
  const [first, second, ...none] = await list(token);
  expect(none).toEqual([]);
  expect(first).toMatchObject({
    id: sessionIdOf(token),
    device: 'Firefox en Windows',
    network: '127.0.0.1',
    current: true,
  });
  expect(second).toMatchObject({ id: sessionIdOf(me.token), device: 'Programa desconocido', current: false });
  expect(first?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-03:00$/);
  expect(first?.last_seen_at).toMatch(/-03:00$/);
});

test('the session of an accepted invitation has its device, too', async () => {
  const token = await invite(app, mail, sender);
  const joined = await app.call(acceptInvitation, { body: acceptance(token), headers: { 'user-agent': FIREFOX } });
  expect(await list(joined.body.token)).toMatchObject([{ device: 'Firefox en Windows', current: true }]);
});

test('ended, expired and unused sessions, and those of an older password, are not listed', async () => {
  const me = await signUp(app, mail);
  const tokens = [1, 2, 3, 4].map(() => logIn(app, me.username, me.password));
  const ids = (await Promise.all(tokens)).map(sessionIdOf);
  const changes = [
    'revoked_at = current_moment()',
    "expires_at = current_moment() - interval '1 minute'",
    "last_seen_at = current_moment() - interval '9 hours'",
    'password_epoch = 0',
  ];
  for (const [index, change] of changes.entries()) {
    await app.owner(`UPDATE sessions SET ${change} WHERE id = $1`, [ids[index]]);
  }
  expect(await list(me.token)).toMatchObject([{ current: true }]);
});

test('a user ends one session, at once on all nodes, and the others stay', async () => {
  const me = await signUp(app, mail);
  const [ended, kept] = [await logIn(app, me.username, me.password), await logIn(app, me.username, me.password)];
  for (const node of [app, otherNode]) expect(await statusOn(node, ended)).toBe(200);
  expect((await end(me.token, sessionIdOf(ended))).status).toBe(200);
  expect(await statusOn(app, ended)).toBe(401);
  await refusedOn(otherNode, ended);
  for (const token of [kept, me.token]) expect(await statusOn(otherNode, token)).toBe(200);
  expect(await list(me.token)).toHaveLength(2);
});

test('a user ends all other sessions, at once on all nodes', async () => {
  const me = await signUp(app, mail);
  const others = [await logIn(app, me.username, me.password), await logIn(app, me.username, me.password)];
  for (const token of others) expect(await statusOn(otherNode, token)).toBe(200);
  expect((await app.call(sessions.endOtherSessions, { token: me.token })).status).toBe(200);
  for (const token of others) {
    expect(await statusOn(app, token)).toBe(401);
    await refusedOn(otherNode, token);
  }
  expect(await statusOn(otherNode, me.token)).toBe(200);
});

test('a session of a colleague or of another company is neither listed nor ended', async () => {
  const colleague = await addUser(app, mail, sender, 'owner');
  const otherClient = await signUp(app, mail);
  for (const other of [colleague, otherClient]) {
    const id = sessionIdOf(other.token);
    expect((await list(sender.token)).map((session) => session.id)).not.toContain(id);
    const unknown = await end(sender.token, crypto.randomUUID());
    const answer = await end(sender.token, id);
    expect([answer.status, answer.bytes]).toEqual([404, unknown.bytes]);
    await app.call(sessions.endOtherSessions, { token: sender.token });
    expect(await statusOn(app, other.token)).toBe(200);
  }
});

test('an id that is none, and a session that has ended, are not found', async () => {
  const ended = await logIn(app, sender.username, sender.password);
  expect((await end(sender.token, sessionIdOf(ended))).status).toBe(200);
  for (const id of [sessionIdOf(ended), '1', "' OR true --", 'x'.repeat(36)]) {
    expect((await end(sender.token, id)).status).toBe(404);
  }
});

test('the use of a session is written soon after its login, and then at most once in five minutes', async () => {
  const me = await signUp(app, mail);
  const id = sessionIdOf(me.token);
  const lastSeen = async () => {
    const [row] = await app.owner<{ at: Date }>('SELECT last_seen_at AS at FROM sessions WHERE id = $1', [id]);
    return row?.at.getTime();
  };
  const useAt = async (moment: number) => {
    for (const node of [app, otherNode]) node.setTime(new Date(moment));
    // Both nodes, because one may have cached the session.
    for (const node of [app, otherNode]) await node.call(account.currentUser, { token: me.token });
    return lastSeen();
  };
  const first = Date.now() + 10_000;
  expect(await useAt(first)).toBe(first);
  expect(await useAt(first + 4 * MINUTE_MS)).toBe(first);
  const later = first + 6 * MINUTE_MS;
  expect(await useAt(later)).toBe(later);
  for (const node of [app, otherNode]) node.setTime(null);
});

test('the audit trail says who ended sessions, without devices and networks of them', async () => {
  const me = await signUp(app, mail);
  const other = await logIn(app, me.username, me.password);
  await logIn(app, me.username, me.password);
  const before = (await auditedActions(app)).length;
  await end(me.token, sessionIdOf(other));
  // The second call finds no other session.
  for (let n = 0; n < 2; n++) await app.call(sessions.endOtherSessions, { token: me.token });
  expect(await auditedActions(app, before)).toEqual(['session.revoke', 'session.revoke_others']);
});

test('strict mode has neither sessions nor a change of the e-mail, and sets no cookie', async () => {
  const strict = await startTestApp({ SMTP_URL: mail.url, STRICT_CONTRACT: '1' }, { sharesDatabaseWith: app });
  const { token, setCookie } = await logInFromBrowser(strict, sender);
  expect(setCookie).toBe('');
  expect((await strict.call(sessions.listSessions, { token })).status).toBe(404);
  const body = { email: 'otra@example.com', currentPassword: sender.password };
  expect((await strict.call(requestEmailChange, { token, body })).status).toBe(404);
  await strict.stop();
});
