import { afterAll, beforeAll, expect, test } from 'vitest';
import { runText, type Trx } from '#server/db/connection.ts';
import { lockRights } from '#server/people/domain/staff/provider-rights.store.ts';
import { lockTeam } from '#server/people/team/team.store.ts';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import { type ClientPermission, PERMISSIONS_OVER_RIGHTS } from '#shared/people/rules/permissions.ts';
import {
  STAFF_PERMISSIONS,
  STAFF_PERMISSIONS_OVER_RIGHTS,
  type StaffPermission,
} from '#shared/people/rules/staff-permissions.ts';
import * as staff from '#shared/people/staff.ts';
import * as keys from '#shared/provider/staff-keys.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { clientIdOf } from '#test/app/client-id.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient, keyName } from '#test/callers/staff-client.ts';
import { setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { registrationForm, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { hire, invitationMailed, type Person, staffEmail } from '#test/fixtures/staff-fixture.ts';
import { addUser, invitationOf, invite, type Member } from '#test/fixtures/team-factory.ts';
import { rowVersions } from '#test/isolation/row-versions.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

type Answer = Promise<{ status: number; body: unknown }>;
type Input = CallInput<AnyEndpoint>;
type AnyCall = (endpoint: AnyEndpoint, input?: Input) => Answer;

let mail: FakeMailServer;
let app: TestApp;
let provider: ReturnType<typeof createStaffClient>;
/** An administrator who changes others. */
let caller: Person;
/** An administrator whom the calls change. */
let target: Person;
let owner: Sender;
/** Another company, which the provider's people change. */
let company: Sender;
/** An administrator of the company. */
let manager: Member;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  provider = createStaffClient(app);
  caller = await hire(app, mail, 'admin');
  target = await hire(app, mail, 'admin');
  owner = await signUp(app, mail);
  await setUpFactor(app, owner);
  manager = await addUser(app, mail, owner, 'admin');
  company = await signUp(app, mail);
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

const targetPath = async () => ({ params: { id: target.id } });
async function invitedAdministrator() {
  const email = staffEmail();
  const { body } = await provider(staff.inviteStaff, { body: { email, role: 'admin' } });
  // Sending the mail changes the invitation.
  await invitationMailed(app, email);
  return { params: { id: body.results.id } };
}

/** Returns the input of each call that changes rights, for a target with all permissions. */
const PROVIDER_INPUTS: Record<string, () => Promise<Input>> = {
  createKey: async () => ({ body: { name: keyName() } }),
  revokeKey: async () => {
    const { body } = await provider(keys.createKey, { body: { name: keyName() } });
    return { params: { id: body.results.id } };
  },
  inviteStaff: async () => ({ body: { email: staffEmail(), role: 'admin' } }),
  resendStaffInvitation: invitedAdministrator,
  withdrawStaffInvitation: invitedAdministrator,
  changeStaff: async () => ({ ...(await targetPath()), body: { role: 'support' } }),
  giveStaffRecoveryCode: targetPath,
  withdrawStaffPassword: targetPath,
};

async function otherOwner() {
  const member = await addUser(app, mail, owner, 'owner');
  await setUpFactor(app, member);
  return { params: { id: member.id } };
}
async function invitedOwner() {
  const email = staffEmail();
  await invite(app, mail, owner, { email, role: 'owner' });
  return { params: { id: (await invitationOf(app, owner, email))?.id } };
}

/** The same for the users of a company, with an owner as target. */
const TEAM_INPUTS: typeof PROVIDER_INPUTS = {
  inviteUser: async () => ({ body: { email: staffEmail(), role: 'owner' } }),
  resendInvitation: invitedOwner,
  withdrawInvitation: invitedOwner,
  changeUserRole: async () => ({ ...(await otherOwner()), body: { role: 'viewer' } }),
  suspendUser: otherOwner,
  resumeUser: otherOwner,
  removeUser: otherOwner,
  giveRecoveryCode: otherOwner,
};

/** Inputs of calls that concern all users alike: who has the permission makes them, owner or not. */
const COMPANY_INPUTS: typeof PROVIDER_INPUTS = {
  requireFactor: async () => ({}),
  releaseFactor: async () => ({}),
};

/** Returns the names of the calls that change something with one of these permissions. */
const changesWith = (calls: Record<string, AnyEndpoint>, permissions: readonly string[]) =>
  Object.keys(calls).filter(
    (name) => calls[name]?.method !== 'GET' && permissions.includes(calls[name]?.needs as StaffPermission),
  );
const providerCalls = changesWith(staffContract, STAFF_PERMISSIONS_OVER_RIGHTS);
/** Calls about receivers, and the export of a user, change nothing that a person or key could keep. */
const clientCalls = changesWith(staffContract, ['clients']).filter((name) => !/Receiver$|^export/.test(name));
const companyCalls = changesWith(contract, PERMISSIONS_OVER_RIGHTS satisfies readonly ClientPermission[]);

test('each call that changes rights is tried below', () => {
  expect(Object.keys(PROVIDER_INPUTS).sort()).toEqual(providerCalls.sort());
  expect(Object.keys(CLIENT_INPUTS).sort()).toEqual(clientCalls.sort());
  expect([...Object.keys(TEAM_INPUTS), ...Object.keys(COMPANY_INPUTS)].sort()).toEqual(companyCalls.sort());
});

const client = async () => ({ clientId: await clientIdOf(app, company) });
const inCompany = async (body?: object) => ({ params: await client(), ...(body && { body }) });
const ofOwner = async (body?: object) => {
  const [user] = await app.owner<{ id: number }>('SELECT id FROM users WHERE username = $1', [company.username]);
  return { params: { ...(await client()), id: user?.id }, ...(body && { body }) };
};
const newClient = async () => {
  const { password: _, ...body } = registrationForm();
  return { body };
};
const reason = { reason: 'Deuda vencida' };

/** Inputs of the provider's calls that change a company or its users. */
const CLIENT_INPUTS: typeof PROVIDER_INPUTS = {
  changeClient: () => inCompany({ fulfillment: true }),
  createClient: newClient,
  approveClient: () => inCompany({}),
  rejectClient: () => inCompany(reason),
  undoRegistrationDecision: () => inCompany(),
  blockClient: () => inCompany(reason),
  unblockClient: () => inCompany(),
  endClientSessions: () => inCompany(),
  correctClient: () => inCompany({ nombre_empresa: 'Mates del Norte' }),
  blockUser: () => ofOwner(reason),
  unblockUser: () => ofOwner(),
  endUserSessions: () => ofOwner(),
  sendUserActivation: () => ofOwner(),
  correctUser: () => ofOwner({ phone: '+54 11 4555-0303' }),
  requestFactorRecovery: () => ofOwner(),
  approveFactorRecovery: () => ofOwner(),
  giveFactorRecoveryCode: () => ofOwner(),
  eraseClientUser: () => ofOwner(),
};

/** Returns the versions of all rows except those of sessions, which each call uses, and which keys exist and are revoked. */
async function rights() {
  const { sessions: _, staff_sessions: __, ...tables } = await rowVersions(app);
  const [key] = await app.owner('SELECT array_agg((id, revoked_at)::text ORDER BY id) AS keys FROM provider_keys');
  return { ...tables, ...key };
}

/** Expects that a call is refused for lack of rights and changes none. */
async function expectRefused(call: Answer, expected: [number, string | undefined]) {
  const before = await rights();
  const { status, body } = await call;
  expect([status, (body as { code?: string }).code]).toEqual(expected);
  expect(await rights()).toEqual(before);
}

const REFUSED: [number, string] = [403, 'permission_required'];

async function keyWith(limits: { scopes?: StaffPermission[]; networks?: string[] }) {
  const { body } = await provider(keys.createKey, { body: { name: keyName(), ...limits } });
  return { id: body.results.id, call: createStaffClient(app, body.results.key) as AnyCall };
}

const endpointOf = (name: string) => (staffContract[name] ?? contract[name]) as AnyEndpoint;

test.each(providerCalls)('a key with only the scope of %s changes nobody who may do more', async (name) => {
  const endpoint = endpointOf(name);
  const { call } = await keyWith({ scopes: [endpoint.needs as StaffPermission] });
  const input = await PROVIDER_INPUTS[name]?.();
  await expectRefused(call(endpoint, input), REFUSED);
});

test.each(providerCalls)('a key with all scopes that is limited to networks can’t call %s', async (name) => {
  const { call } = await keyWith({ scopes: [...STAFF_PERMISSIONS], networks: ['0.0.0.0/0', '::/0'] });
  const input = await PROVIDER_INPUTS[name]?.();
  await expectRefused(call(endpointOf(name), input), REFUSED);
});

/**
 * Makes a call whose caller loses rights after the call's guard and before its change.
 *
 * @param begin begins a transaction
 * @param lose takes the lock of changed rights, and then the rights
 */
async function callWhileLosing(
  begin: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>,
  lose: (trx: Trx) => Promise<unknown>,
  call: () => Answer,
): Promise<[status: number, code: string | undefined]> {
  const { answer } = await begin(async (trx) => {
    await lose(trx);
    let answered = false;
    const running = call().finally(() => {
      answered = true;
    });
    const [{ pid } = {}] = await runText<{ pid: number }>(trx, 'SELECT pg_backend_pid() AS pid');
    const isWaiting = async () => {
      const waiting = await app.owner('SELECT FROM pg_locks WHERE NOT granted AND $1 = ANY (pg_blocking_pids(pid))', [
        pid,
      ]);
      return waiting.length > 0;
    };
    await expect.poll(async () => answered || (await isWaiting()), { interval: 5 }).toBe(true);
    // In an object, because the transaction would wait for a returned promise, which waits for the transaction.
    return { answer: running };
  });
  const { status, body } = await answer;
  return [status, (body as { code?: string }).code];
}

/** Changes a row of the provider's people or keys, under the lock of changed rights. */
const changeRow = (change: string, id: number) => async (trx: Trx) => {
  await lockRights(trx);
  await runText(trx, `UPDATE ${change} WHERE id = $1`, [id]);
};

test.each(
  [...providerCalls, ...clientCalls].flatMap((name) => [
    [name, "role = 'support'", REFUSED] as const,
    [name, 'suspended_at = current_moment()', [403, 'suspended']] as const,
  ]),
)('during %s an administrator gets %s, and is refused', async (name, change, refused) => {
  const input = await { ...PROVIDER_INPUTS, ...CLIENT_INPUTS }[name]?.();
  const lose = changeRow(`staff SET ${change}`, caller.id);
  const call = () => caller.browser.call(endpointOf(name), input);
  expect(await callWhileLosing(app.server.deps.db.withProvider, lose, call)).toEqual(refused);
  await app.owner("UPDATE staff SET role = 'admin', suspended_at = NULL WHERE id = $1", [caller.id]);
});

test.each(
  [...providerCalls, ...clientCalls].flatMap((name) => [
    [name, 'ends', 'staff_sessions SET revoked_at = current_moment()'] as const,
    [name, 'has an older password', 'staff_sessions SET password_epoch = password_epoch - 1'] as const,
  ]),
)('during %s an administrator’s session %s, and the call is refused', async (name, _ends, change) => {
  const input = await { ...PROVIDER_INPUTS, ...CLIENT_INPUTS }[name]?.();
  const [{ id = 0 } = {}] = await app.owner<{ id: number }>('SELECT id FROM staff_sessions WHERE staff_id = $1', [
    caller.id,
  ]);
  const lose = changeRow(change, id);
  const call = () => caller.browser.call(endpointOf(name), input);
  expect((await callWhileLosing(app.server.deps.db.withProvider, lose, call))[0]).toBe(401);
  await app.owner(`UPDATE staff_sessions s SET revoked_at = NULL, password_epoch = st.password_epoch FROM staff st
    WHERE st.id = s.staff_id AND s.id = ${id}`);
});

test.each([...providerCalls, ...clientCalls])('a key that is revoked during %s is refused', async (name) => {
  const { id, call } = await keyWith({});
  // The first use of a key writes its row, which is locked below.
  await call(keys.listKeys);
  const input = await { ...PROVIDER_INPUTS, ...CLIENT_INPUTS }[name]?.();
  const lose = changeRow('provider_keys SET revoked_at = current_moment()', id);
  const [status] = await callWhileLosing(app.server.deps.db.withProvider, lose, () => call(endpointOf(name), input));
  expect(status).toBe(401);
});

test.each(Object.keys(TEAM_INPUTS))('a company’s administrator can’t do %s to an owner', async (name) => {
  const input = await TEAM_INPUTS[name]?.();
  await expectRefused(app.call(endpointOf(name), { ...input, token: manager.token }), [422, undefined]);
});

test.each(companyCalls)('an owner who becomes a viewer during %s is refused', async (name) => {
  const clientId = await clientIdOf(app, owner);
  const input = await { ...TEAM_INPUTS, ...COMPANY_INPUTS }[name]?.();
  const lose = async (trx: Trx) => {
    await lockTeam(trx, clientId);
    await runText(trx, "UPDATE users SET role = 'viewer' WHERE username = $1", [owner.username]);
  };
  const call = () => app.call(endpointOf(name), { ...input, token: owner.token });
  const begin = <T>(work: (trx: Trx) => Promise<T>) => app.server.deps.db.withClient(clientId, work);
  expect(await callWhileLosing(begin, lose, call)).toEqual(REFUSED);
  await app.owner("UPDATE users SET role = 'owner' WHERE username = $1", [owner.username]);
});

test.each([...providerCalls, ...companyCalls])('%s succeeds for whoever has all rights', async (name) => {
  const input = await { ...PROVIDER_INPUTS, ...TEAM_INPUTS, ...COMPANY_INPUTS }[name]?.();
  const call = providerCalls.includes(name)
    ? caller.browser.call(endpointOf(name), input)
    : app.call(endpointOf(name), { ...input, token: owner.token });
  expect((await call).status).toBe(200);
});
