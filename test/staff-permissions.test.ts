import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUSPENDED } from '#server/platform/http/guard.ts';
import { FACTOR_REQUIRED } from '#shared/factor-code.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { operatorContract } from '#shared/ops/contract.ts';
import { changeStaff } from '#shared/ops/staff.ts';
import { STAFF_ROLES, type StaffRole, staffRefusalReason } from '#shared/rules/staff-permissions.ts';
import { STAFF_ACCESS, STAFF_OWN_CALLS } from './access-table.ts';
import { callWithoutBody } from './call-without-body.ts';
import { type FakeMailServer, startFakeMailServer } from './fake-mail-server.ts';
import { createOperatorClient } from './operator-client.ts';
import { acceptAs, hire, terminalToken } from './staff-fixture.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const PUBLIC_URL = 'https://envios.example.com';

let mail: FakeMailServer;
let app: TestApp;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, PUBLIC_URL });
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

type Headers = Record<string, string>;
const callWith = (endpoint: AnyEndpoint, headers: Headers) => callWithoutBody(app, endpoint, headers);
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

const calls = Object.entries(operatorContract).filter(([, { access }]) => access !== 'public');
const operatorCalls = [...STAFF_ACCESS].map(
  ([name, access]) => [name, operatorContract[name] as AnyEndpoint, access] as const,
);

test('every call has a line in the access table', () => {
  expect([...STAFF_ACCESS.keys(), ...Object.values(STAFF_OWN_CALLS).flat()].sort()).toEqual(
    Object.keys(operatorContract).sort(),
  );
  const publicCalls = Object.entries(operatorContract).filter(([, { access }]) => access === 'public');
  expect(publicCalls.map(([name]) => name).sort()).toEqual([...STAFF_OWN_CALLS.public].sort());
});

describe.each(STAFF_ROLES)('a member of the staff with the role %s', (role) => {
  let token: string;
  beforeAll(async () => {
    token = await terminalToken(app, await hire(app, mail, role));
  });

  test.each(operatorCalls)(
    '%s is refused with a reason exactly if the role lacks its permission',
    async (_, endpoint, { roles, scope }) => {
      const { status, body } = await callWith(endpoint, bearer(token));
      if (roles.includes(role)) expect([401, 403]).not.toContain(status);
      else
        expect([status, body]).toEqual([
          403,
          { message: staffRefusalReason(role, scope), errors: [], code: 'permission_required' },
        ]);
    },
  );
});

/** Sessions that permit no call of the operator API, by their fault. */
const FAULTS: [fault: string, headers: () => Promise<Headers>, expected: [number, string | undefined, string?]][] = [
  ['a session without its second step', halfSession, [403, 'second_factor_required', FACTOR_REQUIRED]],
  ['the session of a suspended person', suspendedSession, [403, 'suspended', SUSPENDED]],
  ['a session of twelve hours', expiredSession, [401, undefined]],
  [
    'a cookie as a terminal’s token',
    async () => bearer((await hire(app, mail, 'admin')).browser.cookie ?? ''),
    [401, undefined],
  ],
];

async function halfSession(): Promise<Headers> {
  const { browser } = await acceptAs(app, mail, 'admin');
  return { cookie: `remito_staff=${browser.cookie}`, origin: PUBLIC_URL };
}

async function suspendedSession(): Promise<Headers> {
  const person = await hire(app, mail, 'admin');
  await hire(app, mail, 'admin');
  const headers = bearer(await terminalToken(app, person));
  await createOperatorClient(app)(changeStaff, { params: { id: person.id }, body: { suspended: true } });
  return headers;
}

async function expiredSession(): Promise<Headers> {
  const person = await hire(app, mail, 'admin');
  const token = await terminalToken(app, person);
  await app.owner(`UPDATE staff_sessions SET expires_at = created_at WHERE staff_id = $1`, [person.id]);
  return bearer(token);
}

describe.each(FAULTS)('%s', (fault, open, [expected, code, message]) => {
  let headers: Headers;
  beforeAll(async () => {
    headers = await open();
  });

  test.each(calls)('doesn’t permit %s', async (name, endpoint) => {
    const { status, body } = await callWith(endpoint, headers);
    if (STAFF_OWN_CALLS.half.includes(name) && fault.includes('second step')) expect(status).not.toBe(401);
    else expect([status, body?.code, body?.message]).toEqual([expected, code, message]);
  });
});

describe('a browser’s call from another page', () => {
  let cookie: string;
  beforeAll(async () => {
    cookie = `remito_staff=${(await hire(app, mail, 'admin')).browser.cookie}`;
  });

  test.each(calls)('%s is refused exactly if it writes', async (_, endpoint) => {
    const { status, body } = await callWith(endpoint, { cookie, origin: 'https://otra.example.com' });
    if (endpoint.method === 'GET') expect([401, 403]).not.toContain(status);
    else expect([status, body?.code]).toEqual([403, 'origin']);
  });
});

test('a lowered role applies from the next call', async () => {
  const person = await hire(app, mail, 'admin');
  const token = await terminalToken(app, person);
  const list = async () => (await callWith(operatorContract.listStaff as AnyEndpoint, bearer(token))).status;
  expect(await list()).toBe(200);
  const role: StaffRole = 'support';
  await createOperatorClient(app)(changeStaff, { params: { id: person.id }, body: { role } });
  expect(await list()).toBe(403);
});
