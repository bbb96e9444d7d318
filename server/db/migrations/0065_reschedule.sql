-- Requests to deliver a parcel on another day, which the provider accepts or rejects.

CREATE TABLE reschedule_requests (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  shipment_id bigint NOT NULL,
  -- Copies of immutable names, because the provider can read requests but not orders.
  label text NOT NULL,
  order_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('Pendiente', 'Aprobado', 'Rechazado')),
  wanted_on date NOT NULL,
  note text NOT NULL,
  -- Reason of a rejection.
  reason text,
  requested_by bigint NOT NULL,
  requested_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by integer REFERENCES operator_keys,
  decided_by_staff integer,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments,
  FOREIGN KEY (client_id, requested_by) REFERENCES users,
  CHECK ((state = 'Pendiente') = (decided_at IS NULL))
);
COMMENT ON TABLE reschedule_requests IS 'Requests to deliver a parcel on another day, decided by the provider.';
CREATE INDEX ON reschedule_requests (client_id, shipment_id, requested_at DESC);
CREATE UNIQUE INDEX one_open_reschedule ON reschedule_requests (client_id, shipment_id) WHERE state = 'Pendiente';
CALL enable_client_isolation('reschedule_requests');
GRANT SELECT, INSERT, UPDATE (state, reason, decided_at, decided_by, decided_by_staff) ON reschedule_requests TO app;
CREATE POLICY provider ON reschedule_requests TO provider USING (true);
GRANT SELECT ON reschedule_requests TO provider;

-- As before, and empties notes and reasons of reschedule requests.
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
END $$;
