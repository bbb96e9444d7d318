import type { Read } from '#server/db/database.ts';
import type { Day } from '#shared/days.ts';

/** Sums the counters of shipments by province, both days included: rows `province` (a letter or '-'), `n`. */
export function totalsByProvince(clientId: number, from: Day, to: Day): Read {
  return {
    name: 'shipments by province',
    text: `SELECT province, sum(n)::bigint AS n FROM shipment_counts
      WHERE client_id = $1 AND day BETWEEN $2::date AND $3::date
      GROUP BY province HAVING sum(n) > 0 ORDER BY n DESC, province`,
    values: [clientId, from, to],
  };
}
