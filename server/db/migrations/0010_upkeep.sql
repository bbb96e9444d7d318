-- Nightly upkeep: masks receivers of old orders and deletes expired rows. Each function processes a bounded number of rows and
-- returns the number; callers repeat the call until it returns 0.

-- Masks the receivers of the transaction client's orders whose shipments all ended before `due_before`, and all copies of their
-- data: modification requests, and reasons other than the known ones. Zip code, city and province stay.
CREATE FUNCTION mask_due_orders(
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

-- Deletes the fingerprints when a receiver is masked, because a hash of personal data can identify a person.
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

-- Deletes the contents of failed rows of the client's bulk uploads that ended before `due_before`.
CREATE FUNCTION mask_due_batches(due_before timestamptz, word text, moment timestamptz, most integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  client bigint := current_client();
  emptied integer;
BEGIN
  UPDATE batch_rows r SET cells = '[]', problems = (
    SELECT jsonb_agg(problem || jsonb_build_object('value', word)) FROM jsonb_array_elements(r.problems) AS problem)
  FROM (
    SELECT batch_id, row_no FROM batch_rows JOIN batches b ON b.client_id = client AND b.id = batch_id
    WHERE batch_rows.client_id = client AND b.finished_at < due_before AND b.masked_at IS NULL
      AND outcome = 'Error' AND cells <> '[]' LIMIT most
  ) AS due
  WHERE r.client_id = client AND r.batch_id = due.batch_id AND r.row_no = due.row_no;
  GET DIAGNOSTICS emptied = ROW_COUNT;
  IF emptied < most THEN
    UPDATE batches SET masked_at = moment WHERE client_id = client AND finished_at < due_before AND masked_at IS NULL;
  END IF;
  RETURN emptied;
END $$;

-- Deletes expired rows of all clients.
CREATE FUNCTION delete_expired(moment timestamptz, most integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gone integer;
  all_gone integer := 0;
BEGIN
  DELETE FROM idempotency_keys WHERE (client_id, key) IN (
    SELECT client_id, key FROM idempotency_keys WHERE created_at < moment - interval '48 hours' LIMIT most);
  GET DIAGNOSTICS gone = ROW_COUNT;
  all_gone := all_gone + gone;
  WITH over AS (
    DELETE FROM sessions WHERE (client_id, id) IN (
      SELECT client_id, id FROM sessions WHERE expires_at < moment - interval '1 day' LIMIT most) RETURNING id)
  DELETE FROM session_directory WHERE id IN (SELECT id FROM over);
  GET DIAGNOSTICS gone = ROW_COUNT;
  all_gone := all_gone + gone;
  -- Kept for a month, so that users of an expired link read that it has expired.
  WITH over AS (
    DELETE FROM one_time_tokens WHERE (client_id, hash) IN (
      SELECT client_id, hash FROM one_time_tokens WHERE expires_at < moment - interval '30 days' LIMIT most) RETURNING hash)
  DELETE FROM token_directory WHERE hash IN (SELECT hash FROM over);
  GET DIAGNOSTICS gone = ROW_COUNT;
  all_gone := all_gone + gone;
  DELETE FROM rate_limits WHERE key IN (
    SELECT key FROM rate_limits WHERE window_ends_at < moment - interval '1 day' LIMIT most FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS gone = ROW_COUNT;
  all_gone := all_gone + gone;
  -- Incomplete uploads.
  DELETE FROM batches WHERE (client_id, id) IN (
    SELECT client_id, id FROM batches WHERE state = 'Recibiendo' AND created_at < moment - interval '1 day' LIMIT most);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN all_gone + gone;
END $$;

REVOKE EXECUTE ON FUNCTION mask_due_orders, mask_due_batches, delete_expired FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mask_due_orders, mask_due_batches, delete_expired TO app;
