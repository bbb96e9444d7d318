import type { Database } from './database.ts';

/**
 * Refuses to start on a database whose row-level security doesn't hold: a role that sees a client's rows without being
 * that client would show them to everybody.
 */
export async function assertRowLevelSecurity(db: Database): Promise<void> {
  const [role, foreignRows] = await db.read(null, [
    { text: 'SELECT rolsuper OR rolbypassrls AS above FROM pg_roles WHERE rolname = current_user' },
    { text: 'SELECT EXISTS (SELECT FROM clients) OR EXISTS (SELECT FROM orders) AS visible' },
  ]);
  if (role?.rows[0].above || foreignRows?.rows[0].visible) {
    throw new Error('row-level security does not hold for the role app: the start was stopped');
  }
}
