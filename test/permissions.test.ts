import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { operatorContract } from '#shared/ops/contract.ts';
import { createKey } from '#shared/ops/keys.ts';
import { type ClientPermission, refusalReason, USER_ROLES } from '#shared/rules/permissions.ts';
import { STAFF_PERMISSIONS } from '#shared/rules/staff-permissions.ts';
import { CLIENT_ACCESS, PUBLIC_CALLS, refusedByRole, refusedByState, STAFF_ACCESS, STATES } from './access-table.ts';
import { callWithoutBody } from './call-without-body.ts';
import { type FakeMailServer, startFakeMailServer } from './fake-mail-server.ts';
import { createOperatorClient } from './operator-client.ts';
import { type Sender, signUp } from './sender-factory.ts';
import { addUser } from './team-factory.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { putIntoState } from './user-states.ts';

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

const callWith = (endpoint: AnyEndpoint, headers: Record<string, string>) => callWithoutBody(app, endpoint, headers);

test('every call has a line in the access table', () => {
  expect([...CLIENT_ACCESS.keys(), ...PUBLIC_CALLS].sort()).toEqual(Object.keys(contract).sort());
  const publicCalls = Object.entries(contract).filter(([, { access }]) => access === 'public');
  expect(publicCalls.map(([name]) => name).sort()).toEqual([...PUBLIC_CALLS].sort());
});

const calls = [...CLIENT_ACCESS.keys()].map((name) => [name, contract[name] as AnyEndpoint] as const);

/** Codes of refusals by role or state; a call may be refused by others, such as that of a missing feature. */
const CODES = [
  'permission_required',
  'approval_required',
  'blocked',
  'second_factor_required',
  'factor_setup_required',
];

describe.each(USER_ROLES)('a user with the role %s', (role) => {
  let token: string;
  beforeAll(async () => {
    token = role === 'owner' ? sender.token : (await addUser(app, mail, sender, role)).token;
  });

  test.each(calls)('%s is refused with a reason exactly if the role lacks its permission', async (name, endpoint) => {
    const { status, body } = await callWith(endpoint, { authorization: `Bearer ${token}` });
    const refused = refusedByRole(role, name);
    if (refused) {
      expect([status, body.code]).toEqual(refused);
      expect(body.message).toBe(refusalReason(role, endpoint.needs as ClientPermission));
    } else expectPermitted(status, body?.code);
  });
});

function expectPermitted(status: number, code: string | undefined): void {
  expect(status).not.toBe(401);
  expect(CODES).not.toContain(code);
}

describe.each(STATES)('a caller who is %s', (state) => {
  let token: string;
  beforeAll(async () => {
    token = (await putIntoState(app, mail, state)).token;
  });

  test.each(calls)('%s is refused exactly if the state forbids it', async (name, endpoint) => {
    const { status, body } = await callWith(endpoint, { authorization: `Bearer ${token}` });
    const refused = refusedByState(state, name);
    if (refused) expect([status, body?.code]).toEqual(refused);
    else expectPermitted(status, body?.code);
  });
});

/** Calls of the operator API that keys and staff may make. */
const operatorCalls = [...STAFF_ACCESS].map(
  ([name, { scope }]) => [name, operatorContract[name] as AnyEndpoint, scope] as const,
);

describe.each(STAFF_PERMISSIONS)('a key with the scope %s', (scope) => {
  let key: string;
  beforeAll(async () => {
    const { body } = await createOperatorClient(app)(createKey, { body: { name: scope, scopes: [scope] } });
    key = body.results.key;
  });

  test.each(operatorCalls)('%s is refused exactly if it needs another scope', async (_, endpoint, needs) => {
    const { status, body } = await callWith(endpoint, { 'x-api-key': key });
    expect([status === 403, body?.message]).toEqual(
      needs === scope ? [false, undefined] : [true, `Esta clave no tiene el alcance ${needs}`],
    );
  });
});
