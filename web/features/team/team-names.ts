import type { TeamUser } from '#shared/team.ts';

/** Returns first and last name; the username if both are missing. */
export function personName({ first_name, last_name, username }: TeamUser): string {
  return `${first_name} ${last_name}`.trim() || username;
}
