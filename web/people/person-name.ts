import type { TeamUser } from '#shared/people/team.ts';

/** Returns first and last name; the username if both are missing. */
export function personName({
  first_name,
  last_name,
  username,
}: Pick<TeamUser, 'first_name' | 'last_name' | 'username'>): string {
  return `${first_name} ${last_name}`.trim() || username;
}
