import { run, type Trx } from '#server/db/connection.ts';
import { readOffsetPage } from '#server/db/list/offset-page.ts';
import { bind, type Statement, statement } from '#server/db/statement.ts';
import type { Pagination } from '#shared/kit/http/pagination.ts';
import type { Collection, CollectionTotals } from '#shared/orders/staff-collections.ts';
import { ADDRESS, WAITS_AT_SENDER } from './to-collect.store.ts';

/** A client's id, or part of its company's name; null for all clients. */
export type ClientFilter = { id: number } | { name: string } | null;

// Reads the waiting shipments from their partial index, in a transaction of the role `provider`. `$1` and `$2` filter by client.
const WAITING = `FROM shipments s JOIN orders o ON o.client_id = s.client_id AND o.id = s.order_pk
    LEFT JOIN manifest_shipments m ON m.client_id = s.client_id AND m.shipment_id = s.id AND m.open
  WHERE ${WAITS_AT_SENDER} AND ($1::bigint IS NULL OR s.client_id = $1)
    AND ($2::text IS NULL OR EXISTS (SELECT FROM clients c WHERE c.client_id = s.client_id
      AND norm(c.nombre_empresa || ' ' || c.razon_social) LIKE like_contains($2)))`;

const COUNTS = `count(DISTINCT (s.client_id, s.order_pk)) AS orders, count(*) AS bulks, coalesce(sum(s.weight_g), 0) AS weight,
  count(m.shipment_id) AS listed`;

export const filterValues = (client: ClientFilter) => [
  client && 'id' in client ? client.id : null,
  client && 'name' in client ? client.name : null,
];

/** Counts the waiting shipments of each client and address, by company and address. @param trx a transaction of the role `provider` */
export function readCollections(
  trx: Trx,
  client: ClientFilter,
  place: { page: number; limit: number },
): Promise<{ results: Collection[]; pagination: Pagination }> {
  return readOffsetPage<Collection>(
    trx,
    {
      select: `SELECT g.client_id, c.nombre_empresa AS company, c.blocked_reason, coalesce((SELECT u.phone FROM users u
          WHERE u.client_id = g.client_id AND u.removed_at IS NULL ORDER BY u.created_at, u.id LIMIT 1), '') AS phone,
          g.address_id, ${ADDRESS} AS address, g.orders, g.bulks, g.weight, g.listed
        FROM (SELECT s.client_id, o.pickup_address_id AS address_id, ${COUNTS} ${WAITING} GROUP BY 1, 2) g
        JOIN clients c ON c.client_id = g.client_id
        JOIN sender_addresses a ON a.client_id = g.client_id AND a.id = g.address_id`,
      orderBy: 'norm(company), client_id, address_id',
      values: filterValues(client),
    },
    place,
  );
}

const WAITING_TOTALS: Statement<CollectionTotals> = statement(
  'collection.waiting-totals',
  `SELECT ${COUNTS} ${WAITING}`,
);

/** Statement that counts all waiting shipments, for the role `provider`. */
export const waitingTotals = (client: ClientFilter) => bind(WAITING_TOTALS, filterValues(client));

/** Counts all waiting shipments. @param trx a transaction of the role `provider` */
export async function countWaiting(trx: Trx, client: ClientFilter): Promise<CollectionTotals> {
  const [totals] = await run(trx, WAITING_TOTALS, filterValues(client));
  return totals ?? { orders: 0, bulks: 0, weight: 0, listed: 0 };
}
