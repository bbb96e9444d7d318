import { JOIN_SHIPMENTS, ORDER_COLUMNS, SHIPMENT_COLUMNS } from '#server/orders/domain/order-row.store.ts';

/** How PostgreSQL plans a prepared statement: once for all parameters, or at each execution. */
export const PLANS = ['generic', 'custom'] as const;

/** A candidate statement for a case. `$1` is the client's id in every statement. */
export interface Candidate {
  /** Name, unique among the candidates of a case. */
  name: string;
  text: string;
  plan: (typeof PLANS)[number];
}

/** A page of a list, restricted to days of creation if `from` is given. */
export interface PageShape {
  from?: string;
  to?: string;
  limit: number;
  page: number;
}

const ORDER = 'ORDER BY updated_at DESC, id DESC';

/** SQL that returns the rows with the ids of `ids`, and their total. */
const rowsOf = (tables: string, total: string) => `WITH ${tables}
  SELECT ${ORDER_COLUMNS}, ${SHIPMENT_COLUMNS}, (${total}) AS total
  FROM ids JOIN orders o ON o.client_id = $1 AND o.id = ids.id ${JOIN_SHIPMENTS}
  ORDER BY ids.updated_at DESC, ids.id DESC, p.n`;

const planned = (ways: Readonly<Record<string, string>>): Candidate[] =>
  Object.entries(ways).flatMap(([name, text]) => PLANS.map((plan) => ({ name: `${name}, ${plan} plan`, text, plan })));

/** Returns all candidate statements for a page. With days, `$2` and `$3` are the first and last day. */
export function listCandidates({ from, limit, page }: PageShape): Candidate[] {
  // Literal limit and offset, so that the planner sees the small number of rows.
  const offset = (page - 1) * limit;
  const cut = `${ORDER} LIMIT ${limit} OFFSET ${offset}`;
  const days = from ? 'AND created_on BETWEEN $2::date AND $3::date' : '';
  const range = `SELECT id, updated_at FROM orders WHERE client_id = $1 ${days}`;
  // An order changes only after its creation. IS TRUE disables the index, so that a generic plan also scans in order.
  const walked = from
    ? `AND updated_at >= $2::date + interval '3 hours' AND (created_on BETWEEN $2::date AND $3::date) IS TRUE`
    : '';
  const walk = `SELECT id, updated_at FROM orders WHERE client_id = $1 ${walked} ${cut}`;
  const inDays = `SELECT id, updated_at FROM generate_series($2::date, $3::date, interval '1 day') AS day
    CROSS JOIN LATERAL (SELECT id, updated_at FROM orders WHERE client_id = $1 AND created_on = day::date
      ${ORDER} LIMIT ${offset + limit}) AS of_day ${cut}`;
  const totals = {
    'total from counts': from
      ? 'SELECT sum(n)::bigint FROM order_days WHERE client_id = $1 AND day BETWEEN $2::date AND $3::date'
      : `SELECT n FROM order_days WHERE client_id = $1 AND day = '-infinity'`,
    'total counted': `SELECT count(*) FROM orders WHERE client_id = $1 ${days}`,
  };
  const ids = {
    walk,
    // OFFSET 0 is an optimization fence: without it the planner scans in order instead of sorting.
    ...(from && { 'sorted range': `SELECT id, updated_at FROM (${range} OFFSET 0) AS range ${cut}`, days: inDays }),
  };
  const ways: Record<string, string> = {};
  for (const [totalName, total] of Object.entries(totals)) {
    for (const [name, statement] of Object.entries(ids)) {
      ways[`${name}, ${totalName}`] = rowsOf(`ids AS (${statement})`, total);
      ways[`${name} materialised, ${totalName}`] = rowsOf(`ids AS MATERIALIZED (${statement})`, total);
    }
    ways[`walk over rows, ${totalName}`] = `SELECT ${ORDER_COLUMNS}, ${SHIPMENT_COLUMNS}, (${total}) AS total
      FROM (SELECT * FROM orders WHERE client_id = $1 ${walked} ${cut}) AS o ${JOIN_SHIPMENTS}
      ORDER BY o.updated_at DESC, o.id DESC, p.n`;
  }
  if (from) {
    ways['range read once'] = rowsOf(
      `range AS MATERIALIZED (${range}), ids AS (SELECT * FROM range ${cut})`,
      'SELECT count(*) FROM range',
    );
  }
  return planned(ways);
}

/** Returns all candidate statements for the first ten orders of receivers with the name `$2`. */
export function searchCandidates(): Candidate[] {
  const found = `SELECT id, updated_at FROM orders WHERE client_id = $1 AND name_norm LIKE '%' || norm($2) || '%'`;
  const cut = `${ORDER} LIMIT 10`;
  return planned({
    'looked up once, materialised': rowsOf(
      `found AS MATERIALIZED (${found}), ids AS (SELECT * FROM found ${cut})`,
      'SELECT count(*) FROM found',
    ),
    'looked up once, counted as it is sorted': rowsOf(
      `ids AS MATERIALIZED (SELECT id, updated_at, count(*) OVER () AS n FROM (${found}) AS found ${cut})`,
      'ids.n',
    ),
    'looked up twice': rowsOf(
      `ids AS MATERIALIZED (SELECT * FROM (${found} OFFSET 0) AS found ${cut})`,
      `SELECT count(*) FROM (${found}) AS found`,
    ),
  });
}

/** Returns all candidate statements that count shipments by province: rows `province`, `n`. */
export function statisticsCandidates(): Candidate[] {
  const grouped = 'GROUP BY province ORDER BY n DESC, province';
  return planned({
    'from counts': `SELECT province, sum(n)::bigint AS n FROM province_days
      WHERE client_id = $1 AND day BETWEEN $2::date AND $3::date ${grouped}`,
    counted: `SELECT coalesce(province, '-') AS province, count(*) AS n FROM shipments
      WHERE client_id = $1 AND created_at >= $2::date + interval '3 hours' AND created_at < $3::date + interval '27 hours'
      GROUP BY 1 ORDER BY n DESC, province`,
  });
}

/** Statement that inserts an order with one shipment, its item and its first event; returns the row `id`. */
export const CREATE = `
  WITH new_order AS (
    INSERT INTO orders (client_id, id, tracking_id, order_id, delivery_mode, first_name, last_name, receiver_name, document,
      email, receiver_phone, street_name, street_number, between_1, zip_code, state, province, city, neighborhood_name,
      pickup_address_id, sender_address, tariff_id, rate_cents, estimated_min, estimated_max, order_state, state_group,
      printable, payable, can_generate_merchant_order, can_request_edit, cancellable)
    SELECT $1, nextval('ids'), $2, $3, 1, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'C', $15, $16, a.id,
      to_jsonb(a) - '{client_id,id,main_address,active,created_at}'::text[], 1, 726000, current_date + 2, current_date + 5,
      'registrado', 'por_imprimir', true, false, false, true, true
    FROM sender_addresses a WHERE a.client_id = $1 AND a.main_address
    RETURNING client_id, id, tracking_id
  ), new_shipment AS (
    INSERT INTO shipments (client_id, id, order_pk, label, n, delivery_mode, province, state, state_code, length_cm, width_cm,
      height_cm, weight_g, value_cents, cost_cents, printable, cancellable, can_return)
    SELECT client_id, nextval('ids'), id, tracking_id || '-1', 1, 1, 'C', 'Registrado', 'registrado', 30, 20, 10, 1200,
      1500000, 726000, true, true, false FROM new_order
    RETURNING client_id, id
  ), new_item AS (
    INSERT INTO shipment_items (client_id, shipment_id, n, sku, name, quantity)
    SELECT client_id, id, 1, 'NO_INFORMADO', 'NO_INFORMADO', 1 FROM new_shipment
  ), new_event AS (
    INSERT INTO shipment_events (client_id, id, shipment_id, at, state, state_code)
    SELECT client_id, nextval('ids'), id, now(), 'Registrado', 'registrado' FROM new_shipment
  )
  SELECT id FROM new_order`;
