-- What was printed on labels, so that a label whose order has changed since is known to be outdated (readings C50).

-- `label_fingerprint` and `label_version` are those of the last delivery. The fingerprint is NULL before the first one, for
-- deliveries older than this migration, and once the receiver is masked.
-- `label_outdated`: a label would print something else now. Together with `printed` it is written by refreshFlags.
ALTER TABLE shipments ADD COLUMN label_fingerprint bytea;
ALTER TABLE shipments ADD COLUMN label_version smallint NOT NULL DEFAULT 0;
ALTER TABLE shipments ADD COLUMN label_outdated boolean NOT NULL DEFAULT false;
ALTER TABLE label_deliveries ADD COLUMN fingerprint bytea;
ALTER TABLE label_deliveries ADD COLUMN version smallint;

-- A hash of personal data lets people be recognised, so masking a receiver deletes it.
CREATE FUNCTION delete_label_fingerprints() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE label_deliveries d SET fingerprint = NULL FROM shipments s
  WHERE s.client_id = NEW.client_id AND s.order_pk = NEW.id AND d.client_id = s.client_id AND d.shipment_id = s.id
    AND d.fingerprint IS NOT NULL;
  UPDATE shipments SET label_fingerprint = NULL
  WHERE client_id = NEW.client_id AND order_pk = NEW.id AND label_fingerprint IS NOT NULL;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION delete_label_fingerprints FROM PUBLIC;
CREATE TRIGGER masked AFTER UPDATE OF masked_at ON orders FOR EACH ROW WHEN (NEW.masked_at IS NOT NULL)
  EXECUTE FUNCTION delete_label_fingerprints();
