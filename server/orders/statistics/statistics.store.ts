import { bind, statement } from '#server/db/statement.ts';
import type { Day } from '#shared/kit/days.ts';

const BY_PROVINCE = statement(
  'statistics.by-province',
  `SELECT province, sum(n)::bigint AS n FROM shipment_counts
      WHERE client_id = $1 AND day BETWEEN $2::date AND $3::date
      GROUP BY province HAVING sum(n) > 0 ORDER BY n DESC, province`,
  { prepared: true },
);

/** Sums the counters of shipments by province (a letter or '-'), both days included. */
export const totalsByProvince = (clientId: number, from: Day, to: Day) => bind(BY_PROVINCE, [clientId, from, to]);
