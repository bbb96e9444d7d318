import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { USER_ROLES, type UserRole } from '#shared/people/rules/permissions.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { putIntoState } from '#test/app/user-states.ts';
import { logInBeforeTerms, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { addUser } from '#test/fixtures/team-factory.ts';
import { type AccessRequest, callAll } from '#test/fuzz/call-without-body.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { scaled } from '#test/test-scale.ts';
import { clientAnswer, differences } from './access-cases.ts';
import { BEFORE_TERMS } from './access-conditions.ts';
import { CLIENT_ACCESS, type Refused, refusedByRole, refusedByState, STATES, type State } from './access-table.ts';

let mail: FakeMailServer;
let app: TestApp;
let sender: Sender;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  sender = await signUp(app, mail);
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

const ALL_CALLS = [...CLIENT_ACCESS.keys()];

/**
 * Calls with which each role and state is tried: one of each permission, a stream, the second step and its set-up. What the other
 * calls permit is decided by the same function, which `test/rights/access-table.test.ts` calls for all of them.
 */
const TRIED_CALLS: readonly string[] = scaled(
  [
    'listOrders',
    'changeStream',
    'modifyPassword',
    'loginCode',
    'readFactor',
    'createOrder',
    'createProduct',
    'createPayment',
    'savePrintConfig',
    'inviteUser',
  ],
  ALL_CALLS,
);

/** Codes of refusals by role or state; a call may be refused by others, such as that of a missing feature. */
const CODES = [
  'permission_required',
  'approval_required',
  'blocked',
  'second_factor_required',
  'factor_setup_required',
  'terms_required',
];

/** A user whose calls are tried. */
interface Tried {
  name: string;
  role: UserRole;
  token: string;
}

function request({ name, role, token }: Tried, call: string, refused: Refused | null): AccessRequest {
  const endpoint = contract[call] as AnyEndpoint;
  const headers = { authorization: `Bearer ${token}` };
  return { caller: name, call, endpoint, headers, expected: clientAnswer(refused, { role }, endpoint) };
}

const inDifferences = async (requests: readonly AccessRequest[]) => differences(await callAll(app, requests, CODES));

const users = new Map<UserRole, Promise<Tried>>();
/** Returns the company's user with a role. */
function userWith(role: UserRole): Promise<Tried> {
  const create = async () => (role === 'owner' ? sender : await addUser(app, mail, sender, role));
  const user = users.get(role) ?? create().then(({ token }) => ({ name: `role ${role}`, role, token }));
  users.set(role, user);
  return user;
}

const inStates = new Map<State, Promise<Tried>>();
/** Returns a user in a state. */
function userIn(state: State): Promise<Tried> {
  const role = state.endsWith('user') ? 'admin' : 'owner';
  const user =
    inStates.get(state) ?? putIntoState(app, mail, state).then(({ token }) => ({ name: state, role, token }));
  inStates.set(state, user);
  return user;
}

test('every call is refused to a user who lacks its permission, its second step or a required factor', async () => {
  const viewer = await userWith('viewer');
  const half = await userIn('half session');
  const withoutFactor = await userIn('without a required factor');
  const requests = ALL_CALLS.map((call) => {
    const byRole = refusedByRole(viewer.role, call);
    if (byRole) return request(viewer, call, byRole);
    const bySession = refusedByState('half session', call);
    if (bySession) return request(half, call, bySession);
    return request(withoutFactor, call, refusedByState('without a required factor', call));
  });
  expect(requests.filter(({ expected }) => !expected.startsWith('403'))).toEqual([]);
  expect(await inDifferences(requests)).toEqual([]);
});

test.each(USER_ROLES)(
  'a user with the role %s is refused exactly the calls whose permission the role lacks',
  async (role) => {
    const user = await userWith(role);
    const requests = TRIED_CALLS.map((call) => request(user, call, refusedByRole(role, call)));
    expect(await inDifferences(requests)).toEqual([]);
  },
);

test.each(STATES)('a caller who is %s is refused exactly the calls that the state forbids', async (state) => {
  const user = await userIn(state);
  const requests = TRIED_CALLS.map((call) => request(user, call, refusedByState(state, call)));
  expect(await inDifferences(requests)).toEqual([]);
});

test('until the terms are accepted, exactly the calls that the acceptance requires are permitted', async () => {
  const { token } = await logInBeforeTerms(app, mail);
  const user: Tried = { name: 'without accepted terms', role: 'owner', token };
  const requests = [...new Set([...TRIED_CALLS, ...BEFORE_TERMS])].map((call) =>
    request(user, call, BEFORE_TERMS.includes(call) ? null : [403, 'terms_required']),
  );
  expect(await inDifferences(requests)).toEqual([]);
});
