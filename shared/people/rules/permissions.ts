import { roleRefusal } from './role-refusal.ts';

/** Roles of a company's users (readings C54). A company's first user is its owner. */
export const USER_ROLES = ['owner', 'admin', 'operations', 'billing', 'viewer'] as const;

export type UserRole = (typeof USER_ROLES)[number];

/** Names of the roles on screens. */
export const USER_ROLE_NAMES: Record<UserRole, string> = {
  owner: 'Dueño',
  admin: 'Administrador',
  operations: 'Operación',
  billing: 'Facturación',
  viewer: 'Lectura',
};

/**
 * What a call of a client requires. `own` is the user's own session, password, acceptance of the terms and leaving the company;
 * `people` are the company's users; the others are the company's data, which every user reads.
 */
export type ClientPermission = 'own' | 'read' | 'orders' | 'products' | 'payments' | 'company' | 'people';

/** Roles that have each permission. */
const CLIENT_PERMISSIONS: Record<ClientPermission, readonly UserRole[]> = {
  own: USER_ROLES,
  read: USER_ROLES,
  orders: ['owner', 'admin', 'operations'],
  products: ['owner', 'admin', 'operations'],
  payments: ['owner', 'admin', 'billing'],
  company: ['owner', 'admin'],
  people: ['owner', 'admin'],
};

/** Permissions whose calls change what users may do: they compare the caller's role, read under the company's lock, with the target's. */
export const PERMISSIONS_OVER_RIGHTS: readonly ClientPermission[] = ['people'];

/** Whether a user may make calls that require this permission. */
export function userMay(role: UserRole, permission: ClientPermission): boolean {
  return CLIENT_PERMISSIONS[permission].includes(role);
}

/** Describes each permission in a refusal, after 'no podés'. */
const REFUSED_ACTIONS: Record<ClientPermission, string> = {
  own: 'hacer esto',
  read: 'ver estos datos',
  orders: 'crear, cambiar ni imprimir órdenes',
  products: 'cambiar productos',
  payments: 'pagar ni cancelar pagos',
  company: 'cambiar datos de la empresa',
  people: 'invitar ni cambiar a personas del equipo',
};

/** Returns the Spanish reason why a role lacks a permission: what it can't do, and who can. */
export function refusalReason(role: UserRole, permission: ClientPermission): string {
  const allowed = CLIENT_PERMISSIONS[permission].map((one) => USER_ROLE_NAMES[one]);
  return roleRefusal(USER_ROLE_NAMES[role], REFUSED_ACTIONS[permission], allowed);
}
