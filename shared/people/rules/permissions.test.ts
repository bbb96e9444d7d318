import { expect, test } from 'vitest';
import { refusalReason, USER_ROLES, userMay } from './permissions.ts';
import { STAFF_PERMISSIONS, STAFF_ROLES, staffMay, staffPermissions, staffRefusalReason } from './staff-permissions.ts';

test('an owner may do everything, and whoever only reads changes nothing of the company', () => {
  for (const permission of ['own', 'read', 'orders', 'products', 'payments', 'company', 'people'] as const) {
    expect(userMay('owner', permission)).toBe(true);
    expect(userMay('viewer', permission)).toBe(permission === 'own' || permission === 'read');
  }
});

test('operations writes orders and products, billing pays, and only owners and administrators change the company', () => {
  const roles = (permission: Parameters<typeof userMay>[1]) => USER_ROLES.filter((role) => userMay(role, permission));
  expect(roles('orders')).toEqual(['owner', 'admin', 'operations']);
  expect(roles('products')).toEqual(['owner', 'admin', 'operations']);
  expect(roles('payments')).toEqual(['owner', 'admin', 'billing']);
  expect(roles('company')).toEqual(['owner', 'admin']);
  expect(roles('people')).toEqual(['owner', 'admin']);
});

test('a refusal names the role, what it can’t do, and who can', () => {
  expect(refusalReason('viewer', 'orders')).toBe(
    'Con el rol Lectura no podés crear, cambiar ni imprimir órdenes. Pedíselo a alguien con el rol Dueño, Administrador u Operación',
  );
  expect(refusalReason('operations', 'company')).toBe(
    'Con el rol Operación no podés cambiar datos de la empresa. Pedíselo a alguien con el rol Dueño o Administrador',
  );
});

test('all of the staff read, and only an administrator has every permission', () => {
  for (const role of STAFF_ROLES) {
    expect(staffMay(role, 'read')).toBe(true);
    expect(STAFF_PERMISSIONS.every((permission) => staffMay(role, permission))).toBe(role === 'admin');
  }
});

test('a refusal of a member of the staff names the role, what it can’t do, and who can', () => {
  expect(staffRefusalReason('support', 'staff')).toBe(
    'Con el rol Mesa de ayuda no podés administrar el personal. Pedíselo a alguien con el rol Administrador',
  );
  expect(staffRefusalReason('finance', 'events')).toBe(
    'Con el rol Finanzas no podés informar eventos. Pedíselo a alguien con el rol Operación o Administrador',
  );
  expect(staffPermissions('finance')).toEqual(['read', 'queues', 'tariffs', 'billing']);
});
