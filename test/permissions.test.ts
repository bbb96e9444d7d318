import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { type AnyEndpoint, buildPath } from '#shared/http/endpoint.ts';
import { operatorContract } from '#shared/ops/contract.ts';
import { createKey } from '#shared/ops/keys.ts';
import {
  type ClientPermission,
  refusalReason,
  STAFF_PERMISSIONS,
  type StaffPermission,
  USER_ROLES,
  userMay,
} from '#shared/rules/permissions.ts';
import { type FakeMailServer, startFakeMailServer } from './fake-mail-server.ts';
import { createOperatorClient } from './operator-client.ts';
import { logIn, type Sender, signUp } from './sender-factory.ts';
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

/** Status and body of a call with unknown ids and without a body. Doesn't wait for the end of a stream. */
async function callWith(endpoint: AnyEndpoint, headers: Record<string, string>) {
  const { method, path } = endpoint;
  const names = [...path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => [name, '999999999']);
  const controller = new AbortController();
  const response = await app.fetch(`/api${buildPath({ path }, Object.fromEntries(names))}`, {
    method,
    headers: { ...headers, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(method !== 'GET' && { body: '{}' }),
    signal: controller.signal,
  });
  const body = response.status === 403 ? await response.json() : null;
  controller.abort();
  return { status: response.status, body };
}

describe.each(USER_ROLES)('a user with the role %s', (role) => {
  let token: string;
  beforeAll(async () => {
    await app.owner('UPDATE users SET role = $1 WHERE username = $2', [role, sender.username]);
    token = await logIn(app, sender.username, sender.password);
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

describe.each(STAFF_PERMISSIONS)('a key with the scope %s', (scope) => {
  let key: string;
  beforeAll(async () => {
    const { body } = await createOperatorClient(app)(createKey, { body: { name: scope, scopes: [scope] } });
    key = body.results.key;
  });

  test.each(Object.entries(operatorContract))(
    '%s is refused exactly if it needs another scope',
    async (_, endpoint) => {
      const needs = endpoint.needs as StaffPermission;
      const { status, body } = await callWith(endpoint, { 'x-api-key': key });
      expect([status === 403, body?.message]).toEqual(
        needs === scope ? [false, undefined] : [true, `Esta clave no tiene el alcance ${needs}`],
      );
    },
  );
});
