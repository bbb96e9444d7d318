import type { TestClient, TestGateway } from './test-gateway.ts';

/**
 * Seeds older orders of a client, three at each time, so that ids decide their order: numbers 'old-1' and on, receivers
 * 'Vieja 1' and on, modes 1 and 2 in turn, every fifth printed, every third final.
 */
export async function seedOldOrders(gateway: TestGateway, by: TestClient, count: number): Promise<void> {
  await gateway.owner(
    `INSERT INTO orders (client_id, tracking_id, order_id, delivery_mode, first_name, last_name, receiver_name, email,
       receiver_phone, street_name, street_number, zip_code, state, province, city, neighborhood_name,
       pickup_address_id, sender_address, tariff_id, rate_cents, order_state, state_group, printed, printable, payable,
       can_generate_merchant_order, can_request_edit, cancellable, created_at, updated_at)
     SELECT $1::bigint, upper(substr(md5($1::bigint || ':' || g), 1, 11)), 'old-' || g, 1 + g % 2, 'Ana', 'Paz',
       'Vieja ' || g, 'a@example.com', '1144445555', 'Calle', '1', '1425', 'CABA', 'C', 'CABA', 'Centro', $2, '{}',
       (SELECT min(id) FROM tariffs), 12345, 'en_curso', CASE WHEN g % 3 = 0 THEN 'final' ELSE 'en_camino' END,
       g % 5 = 0, true, false, false, true, false, moment, moment + g % 4 * interval '9 hours'
     FROM generate_series(1, $3::int) g,
       LATERAL (SELECT timestamptz '2025-03-01 02:00Z' + g / 3 * interval '50 minutes' AS moment) m`,
    [by.clientId, by.addressId, count],
  );
}

/**
 * Seeds a shipment with an item and an event for each of a client's orders: delivered if the order is final, a few in
 * an unknown state ('En Corresponsal'), the rest in transit; pickup points C0 to C39.
 */
export async function seedOldShipments(gateway: TestGateway, by: TestClient): Promise<void> {
  await gateway.owner(
    `WITH shipments AS (
       INSERT INTO shipments (client_id, order_pk, label, n, delivery_mode, province, state, state_code, length_cm,
         width_cm, height_cm, weight_g, value_cents, cost_cents, pickup_point_code, printed, printable, cancellable,
         can_return, created_at, updated_at)
       SELECT client_id, id, tracking_id || '-1', 1, delivery_mode, 'C', s.state, s.code, 1, 1, 1, 1, 10050, 12345,
         'C' || id % 40, printed, s.code IS DISTINCT FROM 'entregado', false, false, created_at, updated_at
       FROM orders o, LATERAL (SELECT
         CASE WHEN o.state_group = 'final' THEN 'Entregado' WHEN o.id % 50 = 0 THEN 'En Corresponsal' ELSE 'En Curso' END,
         CASE WHEN o.state_group = 'final' THEN 'entregado' WHEN o.id % 50 = 0 THEN NULL ELSE 'en_curso' END
       ) AS s (state, code)
       WHERE client_id = $1 RETURNING client_id, id, created_at
     ), items AS (
       INSERT INTO shipment_items (client_id, shipment_id, n, sku, name, quantity)
       SELECT client_id, id, 1, 'A', 'A', 1 FROM shipments
     )
     INSERT INTO shipment_events (client_id, shipment_id, at, state) SELECT client_id, id, created_at, 'X' FROM shipments`,
    [by.clientId],
  );
}
