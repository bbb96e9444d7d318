import { run, type Trx } from '#server/db/connection.ts';
import { isUponInvitation, isUponStaff, isUponUser } from '#shared/rules/activity-sentence.ts';
import type { StoredActivity } from './activity.store.ts';

/**
 * Names of the people upon whom rows of the audit trail acted: by `client_id` and target for users, by target for the staff and for
 * invitations of the reading company.
 */
export type TargetPeople = ReadonlyMap<string, string>;

type Target = Pick<StoredActivity, 'action' | 'client_id' | 'target'>;

function keyOf({ action, client_id, target }: Target): string | null {
  if (target === null || !/^\d{1,13}$/.test(target)) return null;
  if (isUponStaff(action)) return `staff ${target}`;
  if (isUponInvitation(action)) return `invitation ${target}`;
  return isUponUser(action) && client_id !== null ? `${client_id} ${target}` : null;
}

/** Returns the name of the person upon whom a row acted; null for a row about something else, and for a person who was erased. */
export function targetPerson(people: TargetPeople, row: Target): string | null {
  const key = keyOf(row);
  return key === null ? null : (people.get(key) ?? null);
}

/**
 * Reads the names of the people upon whom rows acted: user names of users, names of the staff, e-mails of invited people. A person of the
 * staff has no name before the acceptance.
 *
 * @param clientId the company that reads its rows; null for the provider, which doesn't read whom a company invited
 */
export async function readTargetPeople(
  trx: Trx,
  rows: readonly Target[],
  clientId: number | null,
): Promise<TargetPeople> {
  const named = rows.filter((row) => keyOf(row) !== null);
  const users = named.filter(({ action }) => isUponUser(action));
  const invited = named.filter(({ action }) => isUponInvitation(action));
  const staff = named.filter(({ action }) => isUponStaff(action));
  const names: { key: string; name: string }[] = [];
  if (users.length > 0) {
    const found = await run<{ key: string; name: string }>(
      trx,
      `SELECT DISTINCT u.client_id || ' ' || u.id AS key, u.username AS name
       FROM unnest($1::bigint[], $2::bigint[]) AS t (client_id, id) JOIN users u USING (client_id, id)`,
      [users.map(({ client_id }) => client_id), users.map(({ target }) => target)],
    );
    names.push(...found);
  }
  if (invited.length > 0 && clientId !== null) {
    const found = await run<{ key: string; name: string }>(
      trx,
      // The address of an erased person is masked.
      `SELECT 'invitation ' || id AS key, email AS name FROM user_invitations
       WHERE client_id = $1 AND id = ANY ($2::bigint[]) AND email NOT LIKE '%@borrado.invalid'`,
      [clientId, invited.map(({ target }) => target)],
    );
    names.push(...found);
  }
  if (staff.length > 0) {
    const found = await run<{ key: string; name: string }>(
      trx,
      "SELECT 'staff ' || id AS key, coalesce(nullif(name, ''), email) AS name FROM staff WHERE id = ANY ($1::bigint[])",
      [staff.map(({ target }) => target)],
    );
    names.push(...found);
  }
  return new Map(names.map(({ key, name }) => [key, name]));
}
