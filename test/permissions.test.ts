import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { operatorContract } from '#shared/ops/contract.ts';
import { createKey } from '#shared/ops/keys.ts';
import { type ClientPermission, refusalReason, USER_ROLES, userMay } from '#shared/rules/permissions.ts';
import { STAFF_PERMISSIONS, type StaffPermission } from '#shared/rules/staff-permissions.ts';
import { callWithoutBody } from './call-without-body.ts';
import { type FakeMailServer, startFakeMailServer } from './fake-mail-server.ts';
import { createOperatorClient } from './operator-client.ts';
import { type Sender, signUp } from './sender-factory.ts';
import { addUser } from './team-factory.ts';
import { startTestApp, type TestApp } from './test-app.ts';

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

describe.each(USER_ROLES)('a user with the role %s', (role) => {
  let token: string;
  beforeAll(async () => {
    token = role === 'owner' ? sender.token : (await addUser(app, mail, sender, role)).token;
  });

  const calls = Object.entries(contract).filter(([, { access }]) => access !== 'public');
  test.each(calls)('%s is refused with a reason exactly if the role lacks its permission', async (_, endpoint) => {
    const needs = endpoint.needs as ClientPermission;
    const { status, body } = await callWith(endpoint, { authorization: `Bearer ${token}` });
    const refused = body?.code === 'permission_required';
    expect({ status, refused }).toEqual({
      status: userMay(role, needs) ? status : 403,
      refused: !userMay(role, needs),
    });
    if (refused) expect(body.message).toBe(refusalReason(role, needs));
  });
});

/** Calls that write and are allowed before the provider approves the client (readings C52). */
const BEFORE_APPROVAL = [
  ...['savePrintConfig', 'modifyPassword', 'acceptTerms', 'leaveTeam', 'eraseOwnUser'],
  ...['endOneSession', 'endOtherSessions', 'requestEmailChange'],
  ...['loginCode', 'beginUserFactor', 'confirmUserFactor', 'renewUserBackupCodes', 'removeUserFactor', 'verifyFactor'],
];

describe.each(['unapproved', 'blocked'] as const)('a client who is %s', (state) => {
  let token: string;
  beforeAll(async () => {
    const other = await signUp(app, mail);
    token = other.token;
    const change = {
      unapproved: 'approved_at = NULL',
      blocked: "blocked_at = now(), blocked_reason = 'Deuda', approved_at = NULL",
    };
    await app.owner(
      `UPDATE clients SET ${change[state]} WHERE client_id = (SELECT client_id FROM users WHERE username = $1)`,
      [other.username],
    );
    const { db } = app.server.deps;
    await db.withOperator(async (trx) => app.server.deps.bus.publish(trx, null, { kind: 'resync', id: null }));
  });

  const calls = Object.entries(contract).filter(([, { access }]) => access !== 'public');
  test.each(calls)('%s is refused with the reason exactly if the state forbids it', async (name, endpoint) => {
    const { status, body } = await callWith(endpoint, { authorization: `Bearer ${token}` });
    const writes = endpoint.method !== 'GET' && endpoint.audit !== null && !BEFORE_APPROVAL.includes(name);
    const code = { unapproved: writes ? 'approval_required' : null, blocked: 'blocked' }[state];
    const refused = ['approval_required', 'blocked'].includes(body?.code) ? body.code : null;
    expect({ status, refused }).toEqual({ status: code ? 403 : status, refused: code });
  });
});

/** Calls of the operator API that keys and staff may make. */
const operatorCalls = Object.entries(operatorContract).filter(([, { access }]) => access === 'operator');

describe.each(STAFF_PERMISSIONS)('a key with the scope %s', (scope) => {
  let key: string;
  beforeAll(async () => {
    const { body } = await createOperatorClient(app)(createKey, { body: { name: scope, scopes: [scope] } });
    key = body.results.key;
  });

  test.each(operatorCalls)('%s is refused exactly if it needs another scope', async (_, endpoint) => {
    const needs = endpoint.needs as StaffPermission;
    const { status, body } = await callWith(endpoint, { 'x-api-key': key });
    expect([status === 403, body?.message]).toEqual(
      needs === scope ? [false, undefined] : [true, `Esta clave no tiene el alcance ${needs}`],
    );
  });
});
