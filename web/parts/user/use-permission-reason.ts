import { type ClientPermission, refusalReason, userMay } from '#shared/rules/permissions.ts';
import { useUser } from './use-user.ts';

/**
 * Returns the reason why the user's role lacks a permission, for `disabledReason`; null if the role has it, while the role is
 * loading, and before a gateway without roles (readings C54). The server decides in any case.
 */
export function usePermissionReason(permission: ClientPermission): string | null {
  const { role } = useUser();
  return role === null || userMay(role, permission) ? null : refusalReason(role, permission);
}
