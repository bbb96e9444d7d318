import { run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';

const STAFF_NAME = statement(
  'queue-staff.staff-name',
  `SELECT coalesce(nullif(name, ''), email) AS name FROM staff
   WHERE id = $1 AND activated_at IS NOT NULL AND suspended_at IS NULL`,
);

/** Returns the name of an active member of the staff, or null. @param trx a transaction of the role `provider` */
export async function staffName(trx: Trx, staffId: number): Promise<string | null> {
  const [row] = await run(trx, STAFF_NAME, [staffId]);
  return row?.name ?? null;
}
