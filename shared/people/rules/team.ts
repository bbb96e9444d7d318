import { refusalReason, USER_ROLES, type UserRole, userMay } from './permissions.ts';

/** Maximum number of a company's users and open invitations together: one response contains all of them. */
export const MAX_TEAM = 100;

/** Hours until an invitation expires (readings C54). */
export const INVITATION_HOURS = 72;

/** Hours before the end of an invitation from which it requires action. */
export const HOURS_BEFORE_EXPIRY = 24;

/** Days that a new company's only owner has for a second factor before it requires action. */
export const DAYS_WITHOUT_FACTOR = 7;

/** The reason why a company's only owner can't leave or get another role. */
export const LAST_OWNER = 'Sos la única persona con el rol Dueño. Antes dale ese rol a otra';

const OWN_ROLE = 'Tu rol lo puede cambiar otra persona del equipo, vos no';
const OWN_USER = 'Es tu propio usuario. Para dejar la empresa usá Salir de la empresa';
const OWN_RECOVERY = 'Es tu propio usuario: usá un código de respaldo, o pedile el código a otra persona del equipo';
const OWNERS_ONLY = 'Solo alguien con el rol Dueño puede cambiar a otro Dueño';
const GRANT_OWNER = 'Solo alguien con el rol Dueño puede dar ese rol';

/** What one user can do to another. */
export type MemberAction = 'role' | 'suspend' | 'resume' | 'remove' | 'recover';

/** A user as the rules see it. */
export interface TeamMember {
  role: UserRole;
  /** Whether the user is the one who acts. */
  me: boolean;
}

/** Returns the roles that a user may give: nobody grants what they don't have. */
export function grantableRoles(role: UserRole): readonly UserRole[] {
  if (!userMay(role, 'people')) return [];
  return USER_ROLES.filter((granted) => granted !== 'owner' || role === 'owner');
}

/** Returns the Spanish reason why a user can't give a role, also by an invitation; null if the user can. */
export function grantRefusal(by: UserRole, role: UserRole): string | null {
  if (!userMay(by, 'people')) return refusalReason(by, 'people');
  return grantableRoles(by).includes(role) ? null : GRANT_OWNER;
}

/**
 * Returns the Spanish reason why a user can't act on a member; null if the user can.
 *
 * @param owners number of owners who aren't suspended
 */
export function memberRefusal(
  by: UserRole,
  action: MemberAction,
  { role, me }: TeamMember,
  owners: number,
): string | null {
  if (!userMay(by, 'people')) return refusalReason(by, 'people');
  if (!me) return role === 'owner' && by !== 'owner' ? OWNERS_ONLY : null;
  if (action === 'recover') return OWN_RECOVERY;
  if (action !== 'role') return OWN_USER;
  if (by !== 'owner') return OWN_ROLE;
  return owners > 1 ? null : LAST_OWNER;
}

/** Returns the Spanish reason why a user can't leave the company; null if the user can. */
export function leaveRefusal(role: UserRole, owners: number): string | null {
  return role === 'owner' && owners <= 1 ? LAST_OWNER : null;
}
