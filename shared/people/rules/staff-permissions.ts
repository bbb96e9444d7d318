import { roleRefusal } from './role-refusal.ts';

/** Roles of the provider's staff. */
export const STAFF_ROLES = ['support', 'operations', 'finance', 'admin'] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];

/** Names of the staff's roles on screens. */
export const STAFF_ROLE_NAMES: Record<StaffRole, string> = {
  support: 'Mesa de ayuda',
  operations: 'Operación',
  finance: 'Finanzas',
  admin: 'Administrador',
};

/** Permissions of the provider's API. They are also the scopes that a provider key can be limited to. */
export const STAFF_PERMISSIONS = [
  'read',
  'queues',
  'events',
  'labels',
  'modifications',
  'warehouse',
  'points',
  'tariffs',
  'billing',
  'terms',
  'clients',
  'keys',
  'setup',
  'activity',
  'staff',
] as const;

export type StaffPermission = (typeof STAFF_PERMISSIONS)[number];

/** Staff roles that have each permission. */
const STAFF_ROLES_WITH: Record<StaffPermission, readonly StaffRole[]> = {
  read: STAFF_ROLES,
  queues: STAFF_ROLES,
  events: ['operations', 'admin'],
  labels: ['support', 'operations', 'admin'],
  modifications: ['support', 'operations', 'admin'],
  warehouse: ['operations', 'admin'],
  points: ['operations', 'admin'],
  tariffs: ['finance', 'admin'],
  billing: ['finance', 'admin'],
  terms: ['admin'],
  clients: ['admin'],
  keys: ['admin'],
  setup: ['admin'],
  activity: ['admin'],
  staff: ['admin'],
};

/**
 * Permissions whose calls change what the provider's people and keys may do: these calls compare the caller's rights, read again under
 * a lock, with those of their target (server/people/domain/staff/provider-rights.ts).
 */
export const STAFF_PERMISSIONS_OVER_RIGHTS: readonly StaffPermission[] = ['keys', 'staff'];

/** Whether a member of the staff may make calls that require this permission. */
export function staffMay(role: StaffRole, permission: StaffPermission): boolean {
  return STAFF_ROLES_WITH[permission].includes(role);
}

/** Describes each staff permission in a refusal, after 'no podés'. */
const REFUSED_STAFF_ACTIONS: Record<StaffPermission, string> = {
  read: 'ver estos datos',
  queues: 'asignar ni posponer tareas, ni escribir notas',
  events: 'informar eventos',
  labels: 'imprimir etiquetas',
  modifications: 'decidir modificaciones',
  warehouse: 'cambiar el depósito',
  points: 'cambiar puntos de retiro, códigos postales ni categorías',
  tariffs: 'publicar tarifas',
  billing: 'ver los cobros ni cerrar casos de pagos',
  terms: 'publicar términos',
  clients: 'cambiar clientes',
  keys: 'administrar claves',
  setup: 'cambiar la configuración',
  activity: 'ver ni descargar la actividad',
  staff: 'administrar el personal',
};

/** Describes what each staff permission allows, after 'podés' or 'puede'. */
export const STAFF_ACTIONS: Record<StaffPermission, string> = {
  read: 'ver las colas, los envíos con sus destinatarios, los clientes, los pagos, las tarifas, las colectas y el depósito',
  queues: 'asignar y posponer tareas, y escribir notas',
  events: 'informar y corregir eventos, confirmar medidas y entregar colectas',
  labels: 'imprimir etiquetas',
  modifications: 'decidir modificaciones y reprogramaciones',
  warehouse: 'preparar y cancelar pedidos, y cambiar el stock del depósito',
  points: 'cambiar puntos de retiro, códigos postales y categorías',
  tariffs: 'publicar tarifas',
  billing: 'ver los cobros y cerrar casos de pagos',
  terms: 'publicar términos',
  clients: 'dar de alta, aprobar, bloquear y corregir clientes y sus usuarios, y responder pedidos de datos personales',
  keys: 'administrar las claves de la API',
  setup: 'cambiar los feriados y probar la configuración',
  activity: 'ver y descargar la actividad de todos',
  staff: 'administrar el personal',
};

/** Names of the permissions, as scopes of a key. */
export const STAFF_PERMISSION_NAMES: Record<StaffPermission, string> = {
  read: 'Leer',
  queues: 'Tareas y notas',
  events: 'Eventos',
  labels: 'Etiquetas',
  modifications: 'Modificaciones',
  warehouse: 'Depósito',
  points: 'Puntos, categorías y códigos postales',
  tariffs: 'Tarifas',
  billing: 'Cobros',
  terms: 'Términos',
  clients: 'Clientes',
  keys: 'Claves',
  setup: 'Configuración',
  activity: 'Actividad',
  staff: 'Personal',
};

/** Returns the Spanish reason why a staff role lacks a permission: what it can't do, and who can. */
export function staffRefusalReason(role: StaffRole, permission: StaffPermission): string {
  const allowed = STAFF_ROLES_WITH[permission].map((one) => STAFF_ROLE_NAMES[one]);
  return roleRefusal(STAFF_ROLE_NAMES[role], REFUSED_STAFF_ACTIONS[permission], allowed);
}

/** Returns all permissions of a staff role. */
export function staffPermissions(role: StaffRole): StaffPermission[] {
  return STAFF_PERMISSIONS.filter((permission) => staffMay(role, permission));
}

/** Why the only active administrator can't be suspended or get another role. */
export const LAST_ADMINISTRATOR = 'Es el único administrador activo. Primero nombrá a otro';
