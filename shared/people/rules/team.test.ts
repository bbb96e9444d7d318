import { expect, test } from 'vitest';
import { refusalReason, USER_ROLES } from './permissions.ts';
import { grantableRoles, grantRefusal, LAST_OWNER, leaveRefusal, type MemberAction, memberRefusal } from './team.ts';

const ACTIONS: readonly MemberAction[] = ['role', 'suspend', 'resume', 'remove'];

test('an owner gives every role, an administrador every role except Dueño, and nobody else gives roles', () => {
  expect(grantableRoles('owner')).toEqual(USER_ROLES);
  expect(grantableRoles('admin')).toEqual(['admin', 'operations', 'billing', 'viewer']);
  for (const role of ['operations', 'billing', 'viewer'] as const) {
    expect(grantableRoles(role)).toEqual([]);
    expect(grantRefusal(role, 'viewer')).toBe(refusalReason(role, 'people'));
  }
  expect(grantRefusal('admin', 'owner')).toBe('Solo alguien con el rol Dueño puede dar ese rol');
  expect(grantRefusal('admin', 'viewer')).toBeNull();
});

test('an administrador changes everybody except owners', () => {
  for (const action of ACTIONS) {
    for (const role of USER_ROLES) {
      const reason = memberRefusal('admin', action, { role, me: false }, 2);
      expect(reason === null).toBe(role !== 'owner');
      expect(memberRefusal('owner', action, { role, me: false }, 2)).toBeNull();
      expect(memberRefusal('viewer', action, { role, me: false }, 2)).toBe(refusalReason('viewer', 'people'));
    }
  }
});

test('nobody changes their own role, except an owner while another owner remains', () => {
  expect(memberRefusal('admin', 'role', { role: 'admin', me: true }, 2)).not.toBeNull();
  expect(memberRefusal('owner', 'role', { role: 'owner', me: true }, 2)).toBeNull();
  expect(memberRefusal('owner', 'role', { role: 'owner', me: true }, 1)).toBe(LAST_OWNER);
});

test('nobody suspends or removes themselves', () => {
  for (const action of ['suspend', 'resume', 'remove'] as const) {
    expect(memberRefusal('owner', action, { role: 'owner', me: true }, 2)).toMatch(/Salir de la empresa/);
  }
});

test('everybody may leave, except the last owner', () => {
  for (const role of USER_ROLES) expect(leaveRefusal(role, 2)).toBeNull();
  expect(leaveRefusal('owner', 1)).toBe(LAST_OWNER);
  expect(leaveRefusal('viewer', 1)).toBeNull();
});
