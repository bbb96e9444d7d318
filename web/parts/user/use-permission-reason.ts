import { createContext, useContext } from 'react';
import { type ClientPermission, refusalReason, type UserRole, userMay } from '#shared/rules/permissions.ts';

/** The user's role; null while it is loading, and before a gateway without roles (readings C54). The shell provides it. */
export const RoleContext = createContext<UserRole | null>(null);

/** Returns the reason why a role lacks a permission, for `disabledReason`; null if it has it or is null. The server decides in any case. */
export function permissionReason(role: UserRole | null, permission: ClientPermission): string | null {
  return role === null || userMay(role, permission) ? null : refusalReason(role, permission);
}

/** Returns the reason why the user's role lacks a permission; null if it has it. */
export const usePermissionReason = (permission: ClientPermission) =>
  permissionReason(useContext(RoleContext), permission);
