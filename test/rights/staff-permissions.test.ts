import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUSPENDED } from '#server/platform/http/request/guard.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import {
  STAFF_PERMISSIONS,
  STAFF_ROLES,
  type StaffPermission,
  type StaffRole,
  staffRefusalReason,
} from '#shared/people/rules/staff-permissions.ts';
import { FACTOR_REQUIRED } from '#shared/people/second-factor/factor-code.ts';
import { changeStaff } from '#shared/people/staff.ts';
import { createKey } from '#shared/provider/staff-keys.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { acceptAs, hire, terminalToken } from '#test/fixtures/staff-fixture.ts';
import { type AccessRequest, callAll, callWithoutBody } from '#test/fuzz/call-without-body.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { scaled } from '#test/test-scale.ts';
import { differences, PERMITTED, refusalText } from './access-cases.ts';
import { STAFF_ACCESS, STAFF_OWN_CALLS } from './staff-access-table.ts';

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
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

const STAFF_CALLS = [...STAFF_ACCESS.keys()];
const OWN_CALLS = [...STAFF_OWN_CALLS.half, ...STAFF_OWN_CALLS.whole];
const endpointOf = (call: string) => staffContract[call] as AnyEndpoint;
const scopeOf = (call: string) => STAFF_ACCESS.get(call)?.scope as StaffPermission;

/**
 * One call of each permission. The guard, which decides about the others in the same way, is called for all of them in
 * `test/rights/access-table.test.ts`.
 */
const TRIED_CALLS = scaled(
  STAFF_PERMISSIONS.map((scope) => STAFF_CALLS.findLast((call) => scopeOf(call) === scope) ?? ''),
  STAFF_CALLS,
);

const inDifferences = async (requests: readonly AccessRequest[]) => differences(await callAll(app, requests));

const keys = new Map<StaffPermission, Promise<Headers>>();
/** Returns the header of a key with one scope. */
function keyWith(scope: StaffPermission): Promise<Headers> {
  const create = async () => {
    const { body } = await createStaffClient(app)(createKey, { body: { name: scope, scopes: [scope] } });
    return { 'x-api-key': body.results.key };
  };
  const key = keys.get(scope) ?? create();
  keys.set(scope, key);
  return key;
}

const wrongScope = (needs: StaffPermission) =>
  refusalText(403, 'permission_required', `Esta clave no tiene el alcance ${needs}`);

/** What a key with the scope of the call is answered: all are permitted, except where only a person may decide. */
const ANSWERS_TO_KEYS = new Map([
  [
    'confirmMeasured',
    refusalText(403, 'permission_required', 'Las medidas las confirma una persona con su propio usuario, no una clave'),
  ],
]);

test('every call of the provider’s API is refused to a key with another scope', async () => {
  const [read, queues] = [await keyWith('read'), await keyWith('queues')];
  const requests = STAFF_CALLS.map((call): AccessRequest => {
    const headers = scopeOf(call) === 'read' ? queues : read;
    return { caller: 'another key', call, endpoint: endpointOf(call), headers, expected: wrongScope(scopeOf(call)) };
  });
  expect(await inDifferences(requests)).toEqual([]);
});

test.each(STAFF_PERMISSIONS)('a key with the scope %s is refused exactly the calls of other scopes', async (scope) => {
  const headers = await keyWith(scope);
  const requests = TRIED_CALLS.map((call): AccessRequest => {
    const permitted = ANSWERS_TO_KEYS.get(call) ?? PERMITTED;
    const expected = scopeOf(call) === scope ? permitted : wrongScope(scopeOf(call));
    return { caller: `key with ${scope}`, call, endpoint: endpointOf(call), headers, expected };
  });
  expect(await inDifferences(requests)).toEqual([]);
});

test.each(STAFF_ROLES)(
  'a member of the staff with the role %s is refused exactly the calls whose permission the role lacks',
  async (role) => {
    const headers = bearer(await terminalToken(app, await hire(app, mail, role)));
    const requests = TRIED_CALLS.map((call): AccessRequest => {
      const refused = refusalText(403, 'permission_required', staffRefusalReason(role, scopeOf(call)));
      const expected = STAFF_ACCESS.get(call)?.roles.includes(role) ? PERMITTED : refused;
      return { caller: `role ${role}`, call, endpoint: endpointOf(call), headers, expected };
    });
    expect(await inDifferences(requests)).toEqual([]);
  },
);

describe('sessions of the staff', () => {
  /** Calls with which each fault is tried: a read, a write, the second step, and a call of the person's own access. */
  const FAULTY_CALLS = scaled(
    ['listClients', 'approveClient', 'staffMe', 'listStaffSessions'],
    [...STAFF_CALLS, ...OWN_CALLS],
  );

  async function halfSession(): Promise<Headers> {
    const { browser } = await acceptAs(app, mail, 'admin');
    return { cookie: `remito_staff=${browser.cookie}`, origin: PUBLIC_URL };
  }

  async function suspendedSession(): Promise<Headers> {
    const person = await hire(app, mail, 'admin');
    await hire(app, mail, 'admin');
    const headers = bearer(await terminalToken(app, person));
    await createStaffClient(app)(changeStaff, { params: { id: person.id }, body: { suspended: true } });
    return headers;
  }

  async function expiredSession(): Promise<Headers> {
    const person = await hire(app, mail, 'admin');
    const token = await terminalToken(app, person);
    await app.owner(`UPDATE staff_sessions SET expires_at = created_at WHERE staff_id = $1`, [person.id]);
    return bearer(token);
  }

  const cookieAsToken = async () => bearer((await hire(app, mail, 'admin')).browser.cookie ?? '');

  /** Faults of sessions, with the answer to each call and the permitted calls. */
  const FAULTS: [sentence: string, open: () => Promise<Headers>, refusal: string, permitted: readonly string[]][] = [
    [
      'a session without its second step permits only that step',
      halfSession,
      refusalText(403, 'second_factor_required', FACTOR_REQUIRED),
      STAFF_OWN_CALLS.half,
    ],
    [
      'the session of a suspended person permits no call',
      suspendedSession,
      refusalText(403, 'suspended', SUSPENDED),
      [],
    ],
    ['a session of twelve hours permits no call', expiredSession, '401', []],
    ['a browser’s cookie permits no call as a terminal’s token', cookieAsToken, '401', []],
  ];

  const requestsOf = (caller: string, calls: readonly string[], headers: Headers, expected: (call: string) => string) =>
    calls.map(
      (call): AccessRequest => ({ caller, call, endpoint: endpointOf(call), headers, expected: expected(call) }),
    );

  test.each(FAULTS)('%s', async (sentence, open, refusal, permitted) => {
    const expected = (call: string) => (permitted.includes(call) ? PERMITTED : refusal);
    expect(await inDifferences(requestsOf(sentence, FAULTY_CALLS, await open(), expected))).toEqual([]);
  });

  test('every call of a person’s own access is refused to a suspended person, and to a half session unless it is the second step', async () => {
    const suspended = refusalText(403, 'suspended', SUSPENDED);
    const half = refusalText(403, 'second_factor_required', FACTOR_REQUIRED);
    const requests = [
      ...requestsOf('suspended', OWN_CALLS, await suspendedSession(), () => suspended),
      ...requestsOf('half session', STAFF_OWN_CALLS.whole, await halfSession(), () => half),
    ];
    expect(await inDifferences(requests)).toEqual([]);
  });

  test('a browser’s call from another page is refused exactly if it writes', async () => {
    const cookie = `remito_staff=${(await hire(app, mail, 'admin')).browser.cookie}`;
    const origin = 'https://otra.example.com';
    const calls = [...STAFF_CALLS, ...OWN_CALLS];
    const kindOf = (call: string) => `${endpointOf(call).method} ${endpointOf(call).access}`;
    // The origin is checked before the call is known, by its method.
    const ofEachKind = [...new Map(calls.map((call) => [kindOf(call), call])).values()];
    const requests = requestsOf('another page', scaled(ofEachKind, calls), { cookie, origin }, (call) =>
      endpointOf(call).method === 'GET' ? PERMITTED : refusalText(403, 'origin', `Abrí esta página en ${PUBLIC_URL}`),
    );
    expect(await inDifferences(requests)).toEqual([]);
  });

  test('a lowered role applies from the next call', async () => {
    const person = await hire(app, mail, 'admin');
    const token = await terminalToken(app, person);
    const list = async () => (await callWithoutBody(app, endpointOf('listStaff'), bearer(token))).status;
    expect(await list()).toBe(200);
    const role: StaffRole = 'support';
    await createStaffClient(app)(changeStaff, { params: { id: person.id }, body: { role } });
    expect(await list()).toBe(403);
  });
});
