import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { Day } from '#shared/kit/days.ts';
import type { CountedDay } from '#shared/orders/rules/due/promise.ts';

/** Awaited shipments with the same last promise. */
export interface PromiseGroup {
  promisedOn: Day;
  /** Null for promises of a version that didn't store how they are counted. */
  after: Day | null;
  days: number | null;
}

const READ_PROMISE_GROUPS: Statement<PromiseGroup> = statement(
  'move-promises.read-promise-groups',
  `SELECT DISTINCT due_on AS "promisedOn", promise_after AS after, promise_days AS days FROM shipments
   WHERE client_id = $1 AND due_on IS NOT NULL`,
  { present: ['promisedOn'] },
);

/** Reads the different last promises of the client's awaited shipments. */
export function readPromiseGroups(trx: Trx, clientId: number): Promise<PromiseGroup[]> {
  return run(trx, READ_PROMISE_GROUPS, [clientId]);
}

const READ_GROUP = statement(
  'move-promises.read-group',
  `SELECT id, order_pk FROM shipments
   WHERE client_id = $1 AND due_on = $2 AND (promise_after, promise_days) IS NOT DISTINCT FROM ($3::date, $4::smallint)
     AND id > $5
   ORDER BY id LIMIT $6`,
);

/** Reads the client's next shipments of a group with their orders, by the index of due days. */
export function readGroup(
  trx: Trx,
  clientId: number,
  { promisedOn, after, days }: PromiseGroup,
  page: { after: number; limit: number },
): Promise<{ id: number; order_pk: number }[]> {
  return run(trx, READ_GROUP, [clientId, promisedOn, after, days, page.after, page.limit]);
}

/** Stores how promises of the version before are counted. The orders must be locked. */
export async function writeCounted(
  trx: Trx,
  clientId: number,
  { ids, promisedOn, counted }: { ids: readonly number[]; promisedOn: Day; counted: CountedDay },
): Promise<void> {
  await execute(
    trx,
    `UPDATE shipments SET promise_after = $4, promise_days = $5
     WHERE client_id = $1 AND id = ANY($2::bigint[]) AND promised_on = $3 AND promise_after IS NULL`,
    [clientId, ids, promisedOn, counted.after, counted.days],
  );
}
