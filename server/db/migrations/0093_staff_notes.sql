-- Notes of the provider's staff about clients and their orders. The role `app`, as which senders' calls run, has no access to them.

CREATE TABLE staff_notes (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  -- Order that the note is about; null for a note about the client.
  order_pk bigint,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 1000),
  author_staff integer REFERENCES staff,
  author_key integer REFERENCES operator_keys,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, order_pk) REFERENCES orders,
  CHECK (num_nonnulls(author_staff, author_key) = 1)
);
COMMENT ON TABLE staff_notes IS 'Notes of the provider''s staff about clients and orders. Those about an order may name its receiver, and are deleted when the receiver is masked.';
CREATE INDEX ON staff_notes (client_id, created_at DESC, id DESC);
CREATE INDEX ON staff_notes (client_id, order_pk, created_at DESC, id DESC) WHERE order_pk IS NOT NULL;
CALL enable_client_isolation('staff_notes');
-- A transaction of the provider chooses one client.
CREATE POLICY provider ON staff_notes TO provider USING (client_id = current_client()) WITH CHECK (client_id = current_client());
GRANT SELECT, INSERT, DELETE ON staff_notes TO provider;

-- Refuses a note about an order whose receiver is masked, because nothing would delete it. The lock makes masking wait for a note
-- that is being written, and then delete it.
CREATE FUNCTION refuse_note_of_masked_order() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM orders WHERE client_id = new.client_id AND id = new.order_pk AND masked_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the receiver of order % is masked', new.order_pk
      USING ERRCODE = 'check_violation', CONSTRAINT = 'staff_notes_not_masked';
  END IF;
  RETURN new;
END $$;
CREATE TRIGGER not_masked BEFORE INSERT ON staff_notes
  FOR EACH ROW WHEN (new.order_pk IS NOT NULL) EXECUTE FUNCTION refuse_note_of_masked_order();

-- As before, and deletes the staff's notes.
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
    reason = CASE WHEN reason IS NOT NULL THEN word END
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
