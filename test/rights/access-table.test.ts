import { describe, expect, test } from 'vitest';
import type { Caller, KeyCaller, ProviderCaller } from '#server/platform/http/request/caller.ts';
import {
  guard,
  guardProvider,
  guardStaff,
  guardStaffStepUp,
  guardStepUp,
  SUSPENDED,
} from '#server/platform/http/request/guard.ts';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { USER_ROLES } from '#shared/people/rules/permissions.ts';
import {
  STAFF_PERMISSIONS,
  STAFF_ROLES,
  type StaffRole,
  staffRefusalReason,
} from '#shared/people/rules/staff-permissions.ts';
import { FACTOR_REQUIRED, STEP_UP_REQUIRED } from '#shared/people/second-factor/factor-code.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { type AccessCase, clientAnswer, differences, PERMITTED, refusalText } from './access-cases.ts';
import { CLIENT_CONDITIONS, NOW, PERSON, STAFF_CONDITIONS, USER } from './access-conditions.ts';
import { CLIENT_ACCESS, PUBLIC_CALLS, type Refused, refusedByRole } from './access-table.ts';
import { STAFF_ACCESS, STAFF_OWN_CALLS } from './staff-access-table.ts';

const OWN_CALLS = [...STAFF_OWN_CALLS.half, ...STAFF_OWN_CALLS.whole];

/** Returns the answer of the guard's functions. */
function answerOf(check: () => void): string {
  try {
    check();
    return PERMITTED;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return refusalText(error.status, error.code, error.message);
  }
}

const publicCalls = (calls: Record<string, AnyEndpoint>) =>
  Object.keys(calls).filter((name) => calls[name]?.access === 'public');

describe('every call has a line in the access table', () => {
  test('of the clients', () => {
    expect([...CLIENT_ACCESS.keys(), ...PUBLIC_CALLS].sort()).toEqual(Object.keys(contract).sort());
    expect(publicCalls(contract).sort()).toEqual([...PUBLIC_CALLS].sort());
  });

  test('of the provider’s API', () => {
    const lines = [...STAFF_ACCESS.keys(), ...Object.values(STAFF_OWN_CALLS).flat()];
    expect(lines.sort()).toEqual(Object.keys(staffContract).sort());
    expect(publicCalls(staffContract).sort()).toEqual([...STAFF_OWN_CALLS.public].sort());
  });
});

describe('a receiver’s contact', () => {
  test('is shown whole to people by calls alone that the audit trail records', () => {
    const showing = Object.entries(staffContract).filter(([, { shows }]) => shows?.includes('contact'));
    expect(showing.filter(([, { audit }]) => !audit).map(([call]) => call)).toEqual([]);
    expect(showing).not.toEqual([]);
  });

  test('is public in the signed picture of a label alone, and free text nowhere', () => {
    const all = { ...contract, ...staffContract };
    const shown = publicCalls(all).flatMap((call) => (all[call]?.shows ? [[call, all[call].shows]] : []));
    expect(Object.fromEntries(shown)).toEqual({
      labelPng: ['name', 'address', 'contact', 'user'],
      readInvitation: ['user'],
    });
  });
});

/** Answers as the mount of clients' calls does. */
const answerToClient = (caller: Caller, endpoint: AnyEndpoint) =>
  answerOf(() => {
    guard(caller, endpoint);
    guardStepUp(caller, endpoint, NOW);
  });

test.each(USER_ROLES)('a user with the role %s may make exactly the permitted calls, in every condition', (role) => {
  const cases = CLIENT_CONDITIONS.flatMap(({ name, changes, beforeRole, afterRole }) =>
    [...CLIENT_ACCESS.keys()].map((call): AccessCase => {
      const endpoint = contract[call] as AnyEndpoint;
      const caller = { ...USER, ...changes, role };
      const refused = beforeRole?.(call) ?? refusedByRole(role, call) ?? afterRole?.(call) ?? null;
      return {
        caller: `role ${role}, ${name},`,
        call,
        expected: clientAnswer(refused, caller, endpoint),
        got: answerToClient(caller, endpoint),
      };
    }),
  );
  expect(differences(cases)).toEqual([]);
});

test('of several reasons, a user reads the first that must be resolved', () => {
  const faults: [code: string, resolved: Partial<Caller>][] = [
    ['second_factor_required', { factorGiven: true }],
    ['factor_setup_required', { setUpDue: false }],
    ['blocked', { blockedReason: null }],
    ['approval_required', { approved: true }],
    ['terms_required', { termsAccepted: true }],
    ['permission_required', { role: 'billing' }],
    ['feature_required', { prepago: true }],
  ];
  let caller: Caller = {
    ...USER,
    role: 'viewer',
    hasFactor: true,
    factorGiven: false,
    setUpDue: true,
    blockedReason: 'Deuda',
    approved: false,
    termsAccepted: false,
    prepago: false,
  };
  const codes = faults.map(([, resolved]) => {
    const answer = answerToClient(caller, contract.createPayment as AnyEndpoint);
    caller = { ...caller, ...resolved };
    return answer.split(' ')[1];
  });
  expect(codes).toEqual(faults.map(([code]) => code));
  expect(answerToClient(caller, contract.createPayment as AnyEndpoint)).toBe(PERMITTED);
});

/** Answers as the mounts of the provider's API do. */
const answerToProvider = (caller: ProviderCaller, endpoint: AnyEndpoint) =>
  answerOf(() => {
    if (endpoint.access === 'provider') return guardProvider(caller, endpoint);
    if (!('role' in caller)) throw new Error('a key has no session');
    guardStaff(caller, endpoint);
    guardStaffStepUp(caller, endpoint);
  });

const STAFF_MESSAGES: Record<string, string> = {
  second_factor_required: FACTOR_REQUIRED,
  step_up_required: STEP_UP_REQUIRED,
  suspended: SUSPENDED,
};

/** Returns how a role of the staff is refused; null if it may make a call. A member's own calls need no permission. */
const refusedByStaffRole = (role: StaffRole, call: string): Refused | null =>
  OWN_CALLS.includes(call) || STAFF_ACCESS.get(call)?.roles.includes(role) ? null : [403, 'permission_required'];

function staffAnswer(refused: Refused | null, role: StaffRole, call: string): string {
  if (!refused) return PERMITTED;
  const [status, code = ''] = refused;
  const scope = STAFF_ACCESS.get(call)?.scope ?? 'read';
  return refusalText(status, code, STAFF_MESSAGES[code] ?? staffRefusalReason(role, scope));
}

test.each(STAFF_ROLES)(
  'a member of the staff with the role %s may make exactly the permitted calls, in every condition',
  (role) => {
    const cases = STAFF_CONDITIONS.flatMap(({ name, changes, beforeRole, afterRole }) =>
      [...STAFF_ACCESS.keys(), ...OWN_CALLS].map((call): AccessCase => {
        const refused = beforeRole?.(call) ?? refusedByStaffRole(role, call) ?? afterRole?.(call) ?? null;
        return {
          caller: `role ${role}, ${name},`,
          call,
          expected: staffAnswer(refused, role, call),
          got: answerToProvider({ ...PERSON, ...changes, role }, staffContract[call] as AnyEndpoint),
        };
      }),
    );
    expect(differences(cases)).toEqual([]);
  },
);

test('a key may make exactly the calls of its scopes, and a key without scopes all', () => {
  const keys = [null, [], ...STAFF_PERMISSIONS.map((scope) => [scope]), STAFF_PERMISSIONS.slice(0, 2)];
  const cases = keys.flatMap((scopes) =>
    [...STAFF_ACCESS].map(([call, { scope }]): AccessCase => {
      const key: KeyCaller = {
        actor: { kind: 'key', id: 1, name: 'ERP' },
        scopes: scopes?.slice() ?? null,
        restricted: false,
      };
      const permitted = scopes === null || scopes.some((one) => one === scope);
      return {
        caller: `key with ${scopes?.join(' and ') ?? 'all scopes'}`,
        call,
        expected: permitted
          ? PERMITTED
          : refusalText(403, 'permission_required', `Esta clave no tiene el alcance ${scope}`),
        got: answerToProvider(key, staffContract[call] as AnyEndpoint),
      };
    }),
  );
  expect(differences(cases)).toEqual([]);
});
