-- Orders whose parcels are lost, late or expired (readings C51): when such an incident is closed, masking by shipments
-- alone, and the orders whose derived columns an upgrade makes old.

-- When the night took an order whose every shipment is final out of the quick view 'Con problema'.
ALTER TABLE orders ADD COLUMN incident_closed_at timestamptz;

-- Orders whose derived columns were written by an older rule. The rule lives in shared/rules, so a job of the new version
-- derives them anew (server/features/order/stale-orders.ts). Orders are never deleted, hence no reference.
CREATE TABLE stale_orders (
  client_id bigint NOT NULL,
  order_pk bigint NOT NULL,
  PRIMARY KEY (client_id, order_pk)
);
CALL belongs_to_client('stale_orders');
GRANT SELECT, DELETE ON stale_orders TO app;

CREATE FUNCTION clients_with_stale_orders() RETURNS TABLE (client_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT DISTINCT s.client_id FROM stale_orders s $$;
REVOKE EXECUTE ON FUNCTION clients_with_stale_orders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION clients_with_stale_orders TO app;

-- As before, but for the orders that it takes: those whose every shipment is final, whatever group they are in. Nothing of
-- such an order can be printed, which is what the index knows.
CREATE OR REPLACE FUNCTION mask_due_orders(
    due_before timestamptz, final_codes text[], known_reasons text[], word text, moment timestamptz, most integer
  ) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  client bigint := current_client();
  due bigint[];
  nobody jsonb := jsonb_build_object('receiver_name', word, 'receiver_phone', '', 'email', '', 'address_street_name', word,
    'address_street_number', '', 'address_other_info', '', 'address_neighborhood_name', '', 'address_floor', '',
    'address_apartment', '', 'address_longitude', NULL, 'address_latitude', NULL);
BEGIN
  due := ARRAY(
    SELECT o.id FROM orders o
    WHERE o.client_id = client AND o.masked_at IS NULL AND NOT o.printable AND o.updated_at < due_before
      AND NOT EXISTS (SELECT FROM shipments s WHERE s.client_id = client AND s.order_pk = o.id
        AND (s.state_code IS NULL OR s.state_code <> ALL (final_codes) OR s.state_at >= due_before))
      AND EXISTS (SELECT FROM shipments s WHERE s.client_id = client AND s.order_pk = o.id)
      AND NOT EXISTS (SELECT FROM modification_requests m WHERE m.client_id = client AND m.order_pk = o.id
        AND m.state = 'Pendiente')
    ORDER BY o.updated_at, o.id LIMIT most FOR UPDATE SKIP LOCKED);
  UPDATE orders SET masked_at = moment, first_name = word, last_name = '', receiver_name = word, document = '', email = '',
    receiver_phone = '', street_name = word, street_number = '', floor = '', apartment = '', between_1 = '',
    between_2 = '', neighborhood_name = '', other_info = '', longitude = NULL, latitude = NULL
  WHERE client_id = client AND id = ANY (due);
  UPDATE modification_requests SET before = before || nobody, after = after || nobody,
    reason = CASE WHEN reason IS NOT NULL THEN word END
  WHERE client_id = client AND order_pk = ANY (due);
  UPDATE shipment_events e SET reason = word
  FROM shipments s
  WHERE s.client_id = client AND s.order_pk = ANY (due) AND e.client_id = client AND e.shipment_id = s.id
    AND e.reason IS NOT NULL AND norm(e.reason) <> ALL (ARRAY(SELECT norm(known) FROM unnest(known_reasons) AS known));
  UPDATE fulfillment_orders SET reason = word
  WHERE client_id = client AND order_pk = ANY (due) AND reason IS NOT NULL;
  RETURN cardinality(due);
END $$;
