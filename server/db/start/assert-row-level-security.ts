import type { Database } from '#server/db/database.ts';
import { bind, statement } from '#server/db/statement.ts';

const ROLE = statement(
  'assert-row-level-security.role',
  'SELECT rolsuper OR rolbypassrls AS above FROM pg_roles WHERE rolname = current_user',
);

const FOREIGN_ROWS = statement(
  'assert-row-level-security.foreign-rows',
  'SELECT EXISTS (SELECT FROM clients) OR EXISTS (SELECT FROM orders) AS visible',
);

/**
 * Checks that row-level security is effective for the role `app`: without a client it must see no rows. A superuser or a role
 * with BYPASSRLS would show each client the rows of all clients.
 *
 * @throws Error, which stops the start
 */
export async function assertRowLevelSecurity(db: Database): Promise<void> {
  const [[role], [foreignRows]] = await db.read(null, [bind(ROLE), bind(FOREIGN_ROWS)]);
  if (!role || role.above || !foreignRows || foreignRows.visible) {
    throw new Error('row-level security is not effective for the role app');
  }
}
