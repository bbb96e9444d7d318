import { bind, statement } from '#server/db/statement.ts';
import { MAX_LABELS } from '#shared/orders/labels.ts';
import { MAX_PENDING } from '#shared/orders/pending.ts';

/**
 * Counts shipments that entered one of the states at or after `since`, at most `MAX_PENDING`. The time of change only narrows the scan of the
 * index: an approved modification sets it, too.
 */
const changedTo = (states: string) => `
  (SELECT count(*) FROM (SELECT FROM unnest(ARRAY[${states}]) AS w (code) CROSS JOIN LATERAL (
     SELECT FROM shipments s WHERE s.client_id = $1 AND s.state_code = w.code AND s.updated_at >= $2
       AND s.state_at >= $2 LIMIT ${MAX_PENDING}) l
   LIMIT ${MAX_PENDING}) m)`;

const FIGURES = statement(
  'today.figures',
  `
    WITH o AS MATERIALIZED (SELECT id FROM orders WHERE client_id = $1 AND state_group = 'por_imprimir' LIMIT ${MAX_LABELS + 1})
    SELECT (SELECT true FROM orders WHERE client_id = $1 ORDER BY id LIMIT 1) IS NOT NULL AS any,
    CASE WHEN (SELECT count(*) FROM o) <= ${MAX_LABELS} THEN (
      SELECT count(*) FROM o JOIN shipments s ON s.client_id = $1 AND s.order_pk = o.id WHERE s.printable
    ) END AS labels,
    (SELECT coalesce(sum(n), 0)::bigint FROM order_counts WHERE client_id = $1 AND day >= local_day($2::timestamptz)) AS created,
    ${changedTo("'entregado', 'entregado_danio'")} AS delivered,
    ${changedTo("'no_entregado', 'rechazado', 'direccion_corregir', 'extraviado', 'siniestrado'")} AS failed`,
  { prepared: true, nullable: ['labels'] },
);

/**
 * Reads the figures of 'Hoy': one row with `any` (whether the client has orders), `labels` (all that printing the orders to print gives, null
 * above `MAX_LABELS` orders), and what happened since a time (`created`, `delivered`, `failed`).
 */
export const readFigures = (clientId: number, since: Date) => bind(FIGURES, [clientId, since]);
