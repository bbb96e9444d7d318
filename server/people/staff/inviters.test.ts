import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureFirstKey } from '#server/provider/settings/key.ts';
import type { StaffRole } from '#shared/people/rules/staff-permissions.ts';
import * as staff from '#shared/people/staff.ts';
import * as calls from '#shared/people/staff-sessions.ts';
import { createKey, revokeKey } from '#shared/provider/staff-keys.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient, keyName, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import {
  hire,
  invitationToken,
  openStaffBrowser,
  type Person,
  STAFF_PASSWORD,
  staffEmail,
  staffName,
} from '#test/fixtures/staff-fixture.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

const LINK_REFUSED = 'La invitación venció, se retiró o ya se usó. Pedile otra a un administrador';

let mail: FakeMailServer;
let app: TestApp;
let admin: Person;
/** An administrator whom the tests suspend, lower and readmit. */
let inviter: Person;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  admin = await hire(app, mail, 'admin');
  inviter = await hire(app, mail, 'admin');
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

type Call = Person['browser']['call'];

/** Invites a person. @returns the person's id and the token of the mailed link */
async function inviteBy(call: Call, role: StaffRole = 'admin') {
  const email = staffEmail();
  const { body } = await call(staff.inviteStaff, { body: { email, role } });
  return { id: body.results.id, token: await invitationToken(mail, email) };
}

async function accept(token: string): Promise<[status: number, message: string | undefined]> {
  const body = { token, name: staffName(), password: STAFF_PASSWORD };
  const answer = await openStaffBrowser(app).call(calls.acceptStaffInvitation, { body });
  return [answer.status, answer.status === 200 ? undefined : answer.body.message];
}

const stateOf = async (id: number) =>
  (await admin.browser.call(staff.listStaff)).body.results.find((one) => one.id === id)?.state;

const change = async (body: { role?: StaffRole; suspended?: boolean }, by: Call = admin.browser.call) =>
  (await by(staff.changeStaff, { params: { id: inviter.id }, body })).body.results.active_keys;

/** Makes the inviter an administrator again, with a session. */
async function restore() {
  await app.owner("UPDATE staff SET role = 'admin', suspended_at = NULL WHERE id = $1", [inviter.id]);
  await app.owner('UPDATE staff_sessions SET revoked_at = NULL WHERE staff_id = $1', [inviter.id]);
}

test.each([[{ suspended: true }], [{ role: 'finance' }], [{ role: 'support' }]] as const)(
  'after %j an administrator’s invitations are withdrawn for good, and not those of others',
  async (lost) => {
    const own = await inviteBy(inviter.browser.call);
    const small = await inviteBy(inviter.browser.call, 'support');
    const others = await inviteBy(admin.browser.call);
    await change(lost);
    for (const { id, token } of [own, small]) {
      expect(await stateOf(id)).toBe('withdrawn');
      expect(await accept(token)).toEqual([422, LINK_REFUSED]);
    }
    await change({ suspended: false, role: 'admin' });
    expect(await accept(own.token)).toEqual([422, LINK_REFUSED]);
    expect(await stateOf(others.id)).toBe('invited');
    expect(await accept(others.token)).toEqual([200, undefined]);
    await restore();
  },
);

test('a change that takes no rights withdraws no invitation', async () => {
  const { token } = await inviteBy(inviter.browser.call);
  await change({ role: 'admin', suspended: false });
  expect(await accept(token)).toEqual([200, undefined]);
});

test('an invitation whose inviter lost the role in an earlier version is refused at its acceptance', async () => {
  const { token } = await inviteBy(inviter.browser.call);
  await app.owner('UPDATE staff SET suspended_at = current_moment() WHERE id = $1', [inviter.id]);
  expect(await accept(token)).toEqual([422, LINK_REFUSED]);
  await restore();
  expect(await accept(token)).toEqual([200, undefined]);
});

test('a revoked key’s invitations are withdrawn, and not those of another key', async () => {
  const create = async () => {
    const { body } = await admin.browser.call(createKey, { body: { name: keyName() } });
    return { id: body.results.id, call: createStaffClient(app, body.results.key) as Call };
  };
  const [revoked, other] = [await create(), await create()];
  const [own, others] = [await inviteBy(revoked.call), await inviteBy(other.call)];
  await admin.browser.call(revokeKey, { params: { id: revoked.id } });
  expect(await stateOf(own.id)).toBe('withdrawn');
  expect(await accept(own.token)).toEqual([422, LINK_REFUSED]);
  expect(await accept(others.token)).toEqual([200, undefined]);
});

test('the invitations of a key that the settings no longer contain are withdrawn', async () => {
  const { id } = await inviteBy(createStaffClient(app) as Call);
  const { deps } = app.server;
  const startWith = (key: string) =>
    ensureFirstKey({ ...deps, config: { ...deps.config, OPS_API_KEY: key } }, app.database.owner);
  await startWith(PROVIDER_KEY);
  expect(await stateOf(id)).toBe('invited');
  await startWith('ops_another-key-of-the-settings-in-this-test-file');
  expect(await stateOf(id)).toBe('withdrawn');
});

test('a role that an invited person gets, and the inviting key can’t give, withdraws the invitation', async () => {
  const scopes = ['staff', 'read', 'queues', 'labels', 'modifications'] as const;
  const { body } = await admin.browser.call(createKey, { body: { name: keyName(), scopes: [...scopes] } });
  const { id, token } = await inviteBy(createStaffClient(app, body.results.key) as Call, 'support');
  await admin.browser.call(staff.changeStaff, { params: { id }, body: { role: 'admin' } });
  expect(await stateOf(id)).toBe('withdrawn');
  expect(await accept(token)).toEqual([422, LINK_REFUSED]);
});

test('the answer to a suspension names the person’s active keys, except to a key that can’t read keys', async () => {
  const names = [keyName(), keyName(), keyName()];
  const ids: number[] = [];
  for (const name of names) {
    ids.push((await inviter.browser.call(createKey, { body: { name } })).body.results.id);
  }
  await admin.browser.call(createKey, { body: { name: keyName() } });
  await admin.browser.call(revokeKey, { params: { id: ids[1] as number } });
  expect(await change({ suspended: true })).toEqual([names[0], names[2]]);
  expect(await change({ suspended: false })).toEqual([]);
  await app.owner("UPDATE staff SET role = 'support' WHERE id = $1", [inviter.id]);
  const scopes = ['staff', 'read', 'queues', 'labels', 'modifications'] as const;
  const { body } = await admin.browser.call(createKey, { body: { name: keyName(), scopes: [...scopes] } });
  const limited = createStaffClient(app, body.results.key) as Call;
  expect(await change({ suspended: true }, limited)).toEqual([]);
  await restore();
});
