import { run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';
import { actorNameKey } from '#shared/people/rules/activity/actor-name.ts';

const IS_PROVIDER_NAME_TAKEN = statement(
  'provider-names.is-provider-name-taken',
  `SELECT name FROM staff WHERE name <> '' UNION ALL SELECT name FROM provider_keys
   WHERE revoked_at IS NULL AND coalesce(expires_on >= local_day($1), true)`,
);

/**
 * Whether the activity shows a person of the staff or a valid key by a name that looks the same. Call under the lock of
 * the provider's rights, so that two calls don't take a name at once.
 */
export async function isProviderNameTaken(trx: Trx, name: string, now: Date): Promise<boolean> {
  const rows = await run(trx, IS_PROVIDER_NAME_TAKEN, [now]);
  const key = actorNameKey(name);
  return rows.some((row) => actorNameKey(row.name) === key);
}
