/** Columns of an order's row, as the list shows them. */
const ROW = `o.id, o.order_id, o.tracking_id, o.created_at AS date, o.rate_cents, o.printed, o.receiver_name, o.first_name,
  o.last_name, o.delivery_mode, o.order_state, o.printable, o.payable, o.can_generate_merchant_order, o.can_request_edit,
  o.cancellable, o.init_point, o.merchant_order_id, o.merchant_order_state, o.last_modification_state, s.shippings`;

const SHIPMENTS = `SELECT json_agg(json_build_object('id', p.id, 'shipment_id', p.label, 'state', p.state)) AS shippings
  FROM shipments p WHERE p.client_id = $1 AND p.order_pk = o.id`;

const rowsOf = (ids: string, total: string) => `
  WITH ids AS MATERIALIZED (${ids})
  SELECT ${ROW}, (${total}) AS total
  FROM ids JOIN orders o ON o.client_id = $1 AND o.id = ids.id CROSS JOIN LATERAL (${SHIPMENTS}) s
  ORDER BY o.updated_at DESC, o.id DESC`;

const ORDERED = 'ORDER BY updated_at DESC, id DESC';

/** What a reference call does: one statement, and its parameters from the call's query or body. */
export interface ReferenceCall {
  text: string;
  values(from: Record<string, string>): unknown[];
}

/** The raw limit: for each work the best single statement that we know. `client` is the client's id in every call. */
export const REFERENCE: Record<string, ReferenceCall> = {
  list: {
    text: rowsOf(
      `SELECT id FROM orders WHERE client_id = $1 ${ORDERED} LIMIT $2`,
      "SELECT sum(n) FROM order_counts WHERE client_id = $1 AND day = '-infinity'",
    ),
    values: ({ client, limit }) => [client, limit],
  },
  month: {
    // The range is fenced: a planner that doesn't see the days would rather walk the whole list.
    text: rowsOf(
      `SELECT id FROM (
         SELECT id, updated_at FROM orders WHERE client_id = $1 AND created_at >= $2::date + interval '3 hours'
           AND created_at < $3::date + interval '27 hours' OFFSET 0
       ) ${ORDERED} LIMIT $4`,
      'SELECT sum(n) FROM order_counts WHERE client_id = $1 AND day BETWEEN $2 AND $3',
    ),
    values: ({ client, from, to, limit }) => [client, from, to, limit],
  },
  search: {
    text: rowsOf(
      `SELECT id FROM (SELECT id, updated_at FROM orders WHERE client_id = $1 AND name_norm LIKE '%' || norm($2) || '%')
       ${ORDERED} LIMIT 10`,
      `SELECT count(*) FROM orders WHERE client_id = $1 AND name_norm LIKE '%' || norm($2) || '%'`,
    ),
    values: ({ client, name }) => [client, name],
  },
  statistics: {
    text: `SELECT province, sum(n)::int AS total FROM shipment_counts
      WHERE client_id = $1 AND day BETWEEN $2 AND $3 GROUP BY province ORDER BY total DESC`,
    values: ({ client, from, to }) => [client, from, to],
  },
  create: {
    text: `
      WITH written AS (
        INSERT INTO orders (client_id, tracking_id, order_id, delivery_mode, first_name, last_name, receiver_name, document,
          email, receiver_phone, street_name, street_number, between_1, zip_code, state, province, city, neighborhood_name,
          pickup_address_id, sender_address, tariff_id, rate_cents, order_state, state_group, printable, payable,
          can_generate_merchant_order, can_request_edit, cancellable)
        SELECT $1, $2, $3, 1, $4, $5, $4 || ' ' || $5, $6, $7, '11 5555-0100', $8, '742', 'Mitre', '1425',
          'Ciudad Autónoma de Buenos Aires', 'C', 'CABA', 'Palermo', a.id, '{}', 1, 726000, 'Registrado', 'por_imprimir',
          true, false, false, true, true
        FROM sender_addresses a WHERE a.client_id = $1 AND a.main_address
        RETURNING client_id, id, tracking_id
      )
      INSERT INTO shipments (client_id, order_pk, label, n, delivery_mode, province, state, state_code, length_cm, width_cm,
        height_cm, weight_g, value_cents, cost_cents, printable, cancellable, can_return)
      SELECT client_id, id, tracking_id || '-1', 1, 1, 'C', 'Registrado', 'registrado', 30, 20, 10, 1200, 1500000, 726000,
        true, true, false FROM written
      RETURNING order_pk AS id`,
    values: ({ client, tracking, order, first, last, document, email, street }) => [
      client,
      tracking,
      order,
      first,
      last,
      document,
      email,
      street,
    ],
  },
};
