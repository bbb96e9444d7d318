-- Corrections of wrong events (readings C57). Histories stay append-only: a correction is an event of its own, and a row here says
-- which event it supersedes.

CREATE TABLE event_corrections (
  client_id bigint NOT NULL,
  -- The superseded event. The key makes the first of two concurrent corrections win.
  wrong_id bigint NOT NULL,
  -- The event that supersedes it.
  correction_id bigint NOT NULL,
  -- Name of the key or the person at the time of the correction.
  corrected_by text NOT NULL,
  -- For the provider only. NULL after the receiver was masked.
  reason text,
  corrected_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, wrong_id),
  UNIQUE (client_id, correction_id),
  FOREIGN KEY (client_id, wrong_id) REFERENCES shipment_events,
  FOREIGN KEY (client_id, correction_id) REFERENCES shipment_events
);
COMMENT ON TABLE event_corrections IS 'Superseded events of shipments, append-only. A superseded event stays in the history and decides nothing.';
CALL enable_client_isolation('event_corrections');
GRANT SELECT, INSERT ON event_corrections TO app;

-- Deletes the reasons of corrections when a receiver is masked, because they may contain personal data.
CREATE FUNCTION delete_correction_reasons() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE event_corrections c SET reason = NULL
  FROM shipments s JOIN shipment_events e ON e.client_id = s.client_id AND e.shipment_id = s.id
  WHERE s.client_id = NEW.client_id AND s.order_pk = NEW.id AND c.client_id = e.client_id AND c.wrong_id = e.id
    AND c.reason IS NOT NULL;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION delete_correction_reasons FROM PUBLIC;
CREATE TRIGGER masked_corrections AFTER UPDATE OF masked_at ON orders FOR EACH ROW WHEN (NEW.masked_at IS NOT NULL)
  EXECUTE FUNCTION delete_correction_reasons();

COMMENT ON INDEX event_corrections_pkey IS 'Finds the correction of an event. Keeps one correction for each.';
COMMENT ON INDEX event_corrections_client_id_correction_id_key IS 'Finds the event that a correction supersedes.';
