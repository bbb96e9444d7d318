import { run, type Trx } from '#server/db/connection.ts';
import { microsecondsSql, type RowPosition, timeSql } from '#server/db/list/row-position.ts';
import { statement } from '#server/db/statement.ts';
import type { StateGroup } from '#shared/orders/rules/state-group.ts';

/** See `readOrdersOfGroup`. */
export const READ_ORDERS_OF_GROUP = statement(
  'recount-items.read-orders-of-group',
  `SELECT ${microsecondsSql('updated_at')} AS at_us, id FROM orders
   WHERE client_id = $1 AND state_group = $2 AND (updated_at, id) > (${timeSql('$3')}, $4)
   ORDER BY updated_at, id LIMIT $5`,
);

/** Returns the client's next orders of a group, least recently changed first. */
export function readOrdersOfGroup(
  trx: Trx,
  clientId: number,
  { group, after, limit }: { group: StateGroup; after: RowPosition; limit: number },
): Promise<RowPosition[]> {
  return run(trx, READ_ORDERS_OF_GROUP, [clientId, group, after.at_us, after.id, limit]);
}

/** See `readSubjectsOfItems`. */
export const READ_SUBJECTS_OF_ITEMS = statement(
  'recount-items.read-subjects-of-items',
  `SELECT i.id, coalesce((SELECT o.state_group <> ALL ($4::text[]) FROM orders o
       WHERE o.client_id = $1 AND o.id = i.id), true) AS other
   FROM (SELECT DISTINCT subject_id AS id FROM open_items WHERE client_id = $1 AND subject_id > $2
     ORDER BY subject_id LIMIT $3) i ORDER BY i.id`,
);

/** Returns the client's next subjects that have items, in the order of their ids, and whether they aren't orders of the groups. */
export function readSubjectsOfItems(
  trx: Trx,
  clientId: number,
  { groups, after, limit }: { groups: readonly StateGroup[]; after: number; limit: number },
): Promise<{ id: number; other: boolean }[]> {
  return run(trx, READ_SUBJECTS_OF_ITEMS, [clientId, after, limit, groups]);
}
