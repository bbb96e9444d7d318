import { alternatives } from '#shared/kit/text/format.ts';

/**
 * Returns the Spanish reason why a role lacks a permission: what it can't do, and who can.
 *
 * @param action follows 'no podés'
 * @param allowed names of the roles that have the permission
 */
export function roleRefusal(role: string, action: string, allowed: readonly string[]): string {
  return `Con el rol ${role} no podés ${action}. Pedíselo a alguien con el rol ${alternatives(allowed)}`;
}
