import type { UserRole } from '#shared/people/rules/permissions.ts';

/** A user of the showcase account's company besides its owner. */
export interface TeamMember {
  username: string;
  firstName: string;
  lastName: string;
  role: UserRole;
}

/** A user for each other role of a company. */
export const demoTeam: readonly TeamMember[] = [
  { username: 'demo.admin', firstName: 'Nicolás', lastName: 'Ferreyra', role: 'admin' },
  { username: 'demo.operacion', firstName: 'Rocío', lastName: 'Barrios', role: 'operations' },
  { username: 'demo.facturacion', firstName: 'Tomás', lastName: 'Ledesma', role: 'billing' },
  { username: 'demo.lectura', firstName: 'Inés', lastName: 'Godoy', role: 'viewer' },
];
