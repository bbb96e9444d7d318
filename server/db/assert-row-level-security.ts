import type { Database } from './database.ts';

/**
 * Checks that row-level security is effective for the role `app`: without a client it must see no rows. A superuser or a role
 * with BYPASSRLS would show each client the rows of all clients.
 *
 * @throws Error, which stops the start
 */
export async function assertRowLevelSecurity(db: Database): Promise<void> {
  const [role, foreignRows] = await db.read(null, [
    { text: 'SELECT rolsuper OR rolbypassrls AS above FROM pg_roles WHERE rolname = current_user' },
    { text: 'SELECT EXISTS (SELECT FROM clients) OR EXISTS (SELECT FROM orders) AS visible' },
  ]);
  if (role?.rows[0].above || foreignRows?.rows[0].visible) {
    throw new Error('row-level security is not effective for the role app');
  }
}
