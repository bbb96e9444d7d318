import { createContext, useContext } from 'react';
import { type ClientPermission, refusalReason, type UserRole, userMay } from '#shared/people/rules/permissions.ts';

/** The user's role; null while it is loading, and before a gateway without roles (readings C54). The shell provides it. */
export const RoleContext = createContext<UserRole | null>(null);

/** Reason why the provider lets the client only read (readings C52); null for an approved client. The shell provides it. */
export const UnapprovedContext = createContext<string | null>(null);

/** Returns the reason why a role lacks a permission, for `disabledReason`; null if it has it or is null. The server decides in any case. */
export function permissionReason(role: UserRole | null, permission: ClientPermission): string | null {
  return role === null || userMay(role, permission) ? null : refusalReason(role, permission);
}

/** Returns the reason why the user can't make writing calls that require a permission; null for a user who can. */
export function usePermissionReason(permission: ClientPermission): string | null {
  const unapproved = useContext(UnapprovedContext);
  const refused = useRoleReason(permission);
  return unapproved ?? refused;
}

/** Returns the reason why the user's role lacks a permission, for calls that are allowed before the approval. */
export const useRoleReason = (permission: ClientPermission) => permissionReason(useContext(RoleContext), permission);
