import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { PromiseGroup } from '#server/orders/domain/movement/move-promises.store.ts';
import type { Day } from '#shared/kit/days.ts';

/** A day that the provider entered. */
export interface OwnDay {
  date: Day;
  works: boolean;
  name: string;
}

const READ_OWN_DAYS: Statement<OwnDay> = statement(
  'holiday.read-own-days',
  'SELECT day AS date, works, name FROM calendar_days WHERE day BETWEEN make_date($1, 1, 1) AND make_date($1, 12, 31)',
);

/** Reads the days of a year that the provider entered. */
export function readOwnDays(trx: Trx, year: number): Promise<OwnDay[]> {
  return run(trx, READ_OWN_DAYS, [year]);
}

/** Inserts a day. @returns false if it is entered already */
export async function insertDay(trx: Trx, { date, works, name }: OwnDay, now: Date): Promise<boolean> {
  const changed = await execute(
    trx,
    `INSERT INTO calendar_days (day, works, name, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (day) DO NOTHING`,
    [date, works, name, now],
  );
  return changed > 0;
}

const DELETE_DAY = statement('holiday.delete-day', 'DELETE FROM calendar_days WHERE day = $1 RETURNING name');

/** Deletes a day. @returns its name; null if it isn't entered */
export async function deleteDay(trx: Trx, date: Day): Promise<string | null> {
  const [row] = await run(trx, DELETE_DAY, [date]);
  return row?.name ?? null;
}

const COUNT_PROMISES: Statement<PromiseGroup & { shipments: number }> = statement(
  'holiday.count-promises',
  `SELECT due_on AS "promisedOn", promise_after AS after, promise_days AS days, count(*)::int AS shipments FROM shipments
   WHERE due_on >= $1 GROUP BY due_on, promise_after, promise_days`,
  { present: ['promisedOn'] },
);

/** Counts the awaited shipments of all clients that are promised on a day or later, by their promise. */
export function countPromises(trx: Trx, from: Day): Promise<(PromiseGroup & { shipments: number })[]> {
  return run(trx, COUNT_PROMISES, [from]);
}
