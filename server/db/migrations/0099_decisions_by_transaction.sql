-- Undoing compares the order's row with the decision's transaction: clocks of two nodes differ.

ALTER TABLE modification_requests ADD COLUMN decided_in xid8;
COMMENT ON COLUMN modification_requests.decided_in IS 'Transaction of the provider''s decision. A row that it wrote last has it as xmin.';
GRANT UPDATE (decided_in) ON modification_requests TO app;

-- As before, and deletes what an approval replaced: cross streets are part of an address.
CREATE OR REPLACE FUNCTION mask_orders(due bigint[], known_reasons text[], word text, moment timestamptz) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  client bigint := current_client();
BEGIN
  UPDATE orders SET masked_at = moment, first_name = word, last_name = '', receiver_name = word, document = '', email = '',
    receiver_phone = '', street_name = word, street_number = '', floor = '', apartment = '', between_1 = '',
    between_2 = '', neighborhood_name = '', other_info = '', longitude = NULL, latitude = NULL
  WHERE client_id = client AND id = ANY (due);
  UPDATE modification_requests SET before = before || masked_receiver(word), after = after || masked_receiver(word),
    reason = CASE WHEN reason IS NOT NULL THEN word END, replaced = NULL
  WHERE client_id = client AND order_pk = ANY (due);
  UPDATE reschedule_requests r SET note = '', reason = CASE WHEN r.reason IS NOT NULL THEN word END
  FROM shipments s
  WHERE s.client_id = client AND s.order_pk = ANY (due) AND r.client_id = client AND r.shipment_id = s.id;
  UPDATE shipment_events e SET reason = word
  FROM shipments s
  WHERE s.client_id = client AND s.order_pk = ANY (due) AND e.client_id = client AND e.shipment_id = s.id
    AND e.reason IS NOT NULL AND norm(e.reason) <> ALL (ARRAY(SELECT norm(known) FROM unnest(known_reasons) AS known));
  UPDATE fulfillment_orders SET reason = word
  WHERE client_id = client AND order_pk = ANY (due) AND reason IS NOT NULL;
  DELETE FROM staff_notes WHERE client_id = client AND order_pk = ANY (due);
END $$;
