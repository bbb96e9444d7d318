import type pg from 'pg';
import type { Account } from '#server/demo/accounts.ts';

interface FoundAccount {
  client_id: number;
  user_id: number;
  active: boolean;
}

/** Returns the user with a name; null before the registration. */
export async function findAccount(
  owner: pg.ClientBase,
  { username }: Pick<Account, 'username'>,
): Promise<FoundAccount | null> {
  const { rows } = await owner.query<FoundAccount>(
    'SELECT client_id, id AS user_id, activated_at IS NOT NULL AS active FROM users WHERE username = $1',
    [username],
  );
  return rows[0] ?? null;
}
