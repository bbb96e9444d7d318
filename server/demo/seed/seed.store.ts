import type pg from 'pg';
import type { Day } from '#shared/kit/days.ts';

// Key of the advisory lock: an arbitrary number that no other program on the database server uses.
const LOCK = 7_364_548_203;

/**
 * Waits until no other server is seeding. Takes a session lock, which PostgreSQL releases when the process is killed.
 */
export async function lockSeeding(owner: pg.ClientBase): Promise<void> {
  await owner.query('SELECT pg_advisory_lock($1)', [LOCK]);
}

/** Returns the day of the first attempt, from which all dates count back, and whether the data are complete. */
export async function beginSeeding(owner: pg.ClientBase, today: Day): Promise<{ day: Day; complete: boolean }> {
  await owner.query('INSERT INTO demonstration (day) SELECT $1 WHERE NOT EXISTS (SELECT FROM demonstration)', [today]);
  const {
    rows: [begun],
  } = await owner.query<{ day: Day; complete: boolean }>(
    'SELECT day::text AS day, completed_at IS NOT NULL AS complete FROM demonstration',
  );
  if (!begun) throw new Error('the demonstration has no first day');
  return begun;
}

export async function markSeeded(owner: pg.ClientBase): Promise<void> {
  await owner.query('UPDATE demonstration SET completed_at = current_moment()');
}

/** Returns the ids of the client's orders whose labels are all printed. */
export async function readPrintedOrderIds(owner: pg.ClientBase, clientId: number): Promise<Set<number>> {
  const { rows } = await owner.query<{ id: string | number }>(
    'SELECT id FROM orders WHERE client_id = $1 AND printed',
    [clientId],
  );
  return new Set(rows.map(({ id }) => Number(id)));
}
