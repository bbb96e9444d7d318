import { type StaffPermission, staffRefusalReason } from '#shared/people/rules/staff-permissions.ts';
import type { Me } from './me.ts';

/** Returns the Spanish reason why a person lacks a permission; null for a person who has it. */
export const refusalOf = ({ role, permissions }: Me, permission: StaffPermission): string | null =>
  permissions.includes(permission) ? null : staffRefusalReason(role, permission);
