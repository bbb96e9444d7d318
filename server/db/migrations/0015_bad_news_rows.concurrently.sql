-- The index that masking goes by, and the orders that the new rules derive otherwise than the old ones.

DROP INDEX CONCURRENTLY IF EXISTS orders_not_masked;
CREATE INDEX CONCURRENTLY orders_not_masked ON orders (client_id, updated_at, id) WHERE masked_at IS NULL AND NOT printable;
DROP INDEX CONCURRENTLY IF EXISTS orders_to_mask;

-- A shipment in one of the states that now count, an unknown state, or an end beside shipments that may still be edited.
INSERT INTO stale_orders (client_id, order_pk)
SELECT DISTINCT s.client_id, s.order_pk FROM shipments s JOIN orders o ON o.client_id = s.client_id AND o.id = s.order_pk
WHERE s.state_code IS NULL
  OR s.state_code IN ('expirado', 'extraviado', 'siniestrado', 'direccion_corregir', 'demorado', 'en_revision')
  OR (s.state_code IN ('cancelado', 'entregado', 'entregado_danio', 'devuelto') AND o.state_group <> 'final')
ON CONFLICT DO NOTHING;

-- Orders without shipments, which can't be edited any more.
INSERT INTO stale_orders (client_id, order_pk)
SELECT o.client_id, o.id FROM orders o
WHERE o.can_request_edit AND NOT EXISTS (SELECT FROM shipments s WHERE s.client_id = o.client_id AND s.order_pk = o.id)
ON CONFLICT DO NOTHING;
