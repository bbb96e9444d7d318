-- Personal data of receivers and users: masked when it is old, found and masked on request (Ley 25.326). Functions of the owner, because
-- row-level security disables indexes on expressions. The client comes from the transaction. Each masks a bounded number of rows;
-- callers repeat the call until it returns 0.

-- Whether all shipments of an order ended and no modification request waits, so that nobody needs the receiver any more.
CREATE OR REPLACE FUNCTION order_has_ended(client bigint, pk bigint, final_codes text[]) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN EXISTS (SELECT FROM shipments s WHERE s.client_id = client AND s.order_pk = pk)
    AND NOT EXISTS (SELECT FROM shipments s WHERE s.client_id = client AND s.order_pk = pk
      AND (s.state_code IS NULL OR s.state_code <> ALL (final_codes)))
    AND NOT EXISTS (SELECT FROM modification_requests m WHERE m.client_id = client AND m.order_pk = pk
      AND m.state = 'Pendiente');

-- Masks the receivers of locked orders of the transaction's client, and all copies of their data: modification requests with what an
-- approval replaced, notes, and reasons other than the known ones. Zip code, city and province stay.
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
REVOKE EXECUTE ON FUNCTION mask_orders FROM PUBLIC;

-- Masks the receivers of the transaction client's orders whose shipments all ended before `due_before`.
CREATE OR REPLACE FUNCTION mask_due_orders(
    due_before timestamptz, final_codes text[], known_reasons text[], word text, moment timestamptz, most integer
  ) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  client bigint := current_client();
  due bigint[];
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
  PERFORM mask_orders(due, known_reasons, word, moment);
  RETURN cardinality(due);
END $$;
REVOKE EXECUTE ON FUNCTION mask_due_orders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mask_due_orders TO app;

-- Masks the receivers of the transaction client's ended orders whose erasure was requested, whatever their age.
CREATE OR REPLACE FUNCTION mask_requested_orders(
    final_codes text[], known_reasons text[], word text, moment timestamptz, most integer
  ) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  client bigint := current_client();
  due bigint[];
BEGIN
  due := ARRAY(
    SELECT o.id FROM orders o
    WHERE o.client_id = client AND o.erasure_requested_at IS NOT NULL AND o.masked_at IS NULL
      AND order_has_ended(client, o.id, final_codes)
    ORDER BY o.id LIMIT most FOR UPDATE SKIP LOCKED);
  PERFORM mask_orders(due, known_reasons, word, moment);
  RETURN cardinality(due);
END $$;
REVOKE EXECUTE ON FUNCTION mask_requested_orders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mask_requested_orders TO app;

-- Deletes the fingerprints when a receiver is masked, because a hash of personal data can identify a person.
CREATE OR REPLACE FUNCTION delete_label_fingerprints() RETURNS trigger
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
CALL create_trigger_once('orders', 'masked', $$
  CREATE TRIGGER masked AFTER UPDATE OF masked_at ON orders FOR EACH ROW WHEN (NEW.masked_at IS NOT NULL)
  EXECUTE FUNCTION delete_label_fingerprints()
$$);

-- Deletes the reasons of corrections when a receiver is masked, because they may contain personal data.
CREATE OR REPLACE FUNCTION delete_correction_reasons() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE event_corrections c SET reason = NULL
  FROM shipments s
  WHERE s.client_id = NEW.client_id AND s.order_pk = NEW.id AND c.client_id = s.client_id AND c.shipment_id = s.id
    AND c.reason IS NOT NULL;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION delete_correction_reasons FROM PUBLIC;
CALL create_trigger_once('orders', 'masked_corrections', $$
  CREATE TRIGGER masked_corrections AFTER UPDATE OF masked_at ON orders FOR EACH ROW WHEN (NEW.masked_at IS NOT NULL)
  EXECUTE FUNCTION delete_correction_reasons()
$$);

-- Deletes the contents of failed rows of the client's bulk uploads that ended before `due_before`.
CREATE OR REPLACE FUNCTION mask_due_batches(due_before timestamptz, word text, moment timestamptz, most integer) RETURNS integer
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
REVOKE EXECUTE ON FUNCTION mask_due_batches FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mask_due_batches TO app;

-- Returns the next orders, by id, whose receiver has a document, an e-mail or a phone, and isn't masked.
CREATE OR REPLACE FUNCTION orders_of_receiver(field text, wanted text, after_id bigint, most integer) RETURNS SETOF bigint
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  CASE field
    WHEN 'document' THEN RETURN QUERY
      SELECT o.id FROM orders o
      WHERE o.client_id = current_client() AND upper(o.document) = upper(wanted) AND o.document <> '' AND o.masked_at IS NULL
        AND o.id > after_id ORDER BY o.id LIMIT most;
    WHEN 'email' THEN RETURN QUERY
      SELECT o.id FROM orders o
      WHERE o.client_id = current_client() AND lower(o.email) = lower(wanted) AND o.email <> '' AND o.masked_at IS NULL
        AND o.id > after_id ORDER BY o.id LIMIT most;
    WHEN 'phone' THEN RETURN QUERY
      SELECT o.id FROM orders o
      WHERE o.client_id = current_client() AND regexp_replace(o.receiver_phone, '\D', '', 'g') = wanted
        AND o.receiver_phone <> '' AND o.masked_at IS NULL AND o.id > after_id ORDER BY o.id LIMIT most;
  END CASE;
END $$;
REVOKE EXECUTE ON FUNCTION orders_of_receiver FROM PUBLIC;
GRANT EXECUTE ON FUNCTION orders_of_receiver TO app;

-- Returns the next modification requests, by id, that contain an e-mail or a phone which their orders don't have. Documents can't
-- be modified.
CREATE OR REPLACE FUNCTION requests_of_receiver(field text, wanted text, after_id bigint, most integer)
  RETURNS TABLE (id bigint, decided boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT r.id, r.state <> 'Pendiente' FROM modification_requests r
    JOIN orders o ON o.client_id = r.client_id AND o.id = r.order_pk
    WHERE r.client_id = current_client() AND requested_contacts(r.before, r.after) @> ARRAY[lower(wanted)]
      AND CASE field WHEN 'email' THEN lower(o.email) <> lower(wanted)
        WHEN 'phone' THEN regexp_replace(o.receiver_phone, '\D', '', 'g') <> wanted ELSE false END
      AND r.id > after_id
    ORDER BY r.id LIMIT most
  $$;
REVOKE EXECUTE ON FUNCTION requests_of_receiver FROM PUBLIC;
GRANT EXECUTE ON FUNCTION requests_of_receiver TO app;

-- Masks the next decided requests that `requests_of_receiver` finds: the receiver with the value, before or after the modification.
-- Returns how many.
CREATE OR REPLACE FUNCTION mask_requests_of_receiver(field text, wanted text, word text, most integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  contact text[] := ARRAY[lower(wanted)];
  masked integer;
BEGIN
  UPDATE modification_requests r SET
    before = CASE WHEN requested_contacts(r.before, '{}') @> contact THEN r.before || masked_receiver(word) ELSE r.before END,
    after = CASE WHEN requested_contacts('{}', r.after) @> contact THEN r.after || masked_receiver(word) ELSE r.after END,
    reason = CASE WHEN r.reason IS NOT NULL THEN word END
  FROM (SELECT f.id FROM requests_of_receiver(field, wanted, 0, 1000000) f WHERE f.decided LIMIT most) AS found
  WHERE r.client_id = current_client() AND r.id = found.id;
  GET DIAGNOSTICS masked = ROW_COUNT;
  RETURN masked;
END $$;
REVOKE EXECUTE ON FUNCTION mask_requests_of_receiver FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mask_requests_of_receiver TO app;

-- Returns the next failed rows of bulk uploads, by upload and row, with a cell that is this document, e-mail or phone.
CREATE OR REPLACE FUNCTION failed_rows_with(wanted text, after_batch bigint, after_row integer, most integer)
  RETURNS TABLE (batch_id bigint, row_no integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT r.batch_id, r.row_no FROM batch_rows r
    WHERE r.client_id = current_client() AND r.outcome = 'Error' AND r.cells <> '[]'
      AND searched_cells(r.cells) @> ARRAY[CASE WHEN wanted LIKE '%@%' THEN lower(wanted) ELSE upper(wanted) END]
      AND (r.batch_id, r.row_no) > (after_batch, after_row)
    ORDER BY r.batch_id, r.row_no LIMIT most
  $$;
REVOKE EXECUTE ON FUNCTION failed_rows_with FROM PUBLIC;
GRANT EXECUTE ON FUNCTION failed_rows_with TO app;

-- Deletes the contents of the next failed rows of bulk uploads that `failed_rows_with` finds. Returns how many.
CREATE OR REPLACE FUNCTION mask_failed_rows(wanted text, word text, most integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  emptied integer;
BEGIN
  UPDATE batch_rows r SET cells = '[]', problems = (
    SELECT jsonb_agg(problem || jsonb_build_object('value', word)) FROM jsonb_array_elements(r.problems) AS problem)
  FROM failed_rows_with(wanted, 0, 0, most) f
  WHERE r.client_id = current_client() AND r.batch_id = f.batch_id AND r.row_no = f.row_no AND r.cells <> '[]';
  GET DIAGNOSTICS emptied = ROW_COUNT;
  RETURN emptied;
END $$;
REVOKE EXECUTE ON FUNCTION mask_failed_rows FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mask_failed_rows TO app;

-- Masks name, address and phone of a removed user of the transaction's client, and the address in closed invitations. The name to
-- log in with stays: the audit trail contains it, and the warehouse knows a company by its first user's.
CREATE OR REPLACE FUNCTION mask_user(person bigint, word text, moment timestamptz) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  address text;
  masked text := format('%s@borrado.invalid', person);
BEGIN
  SELECT lower(email) INTO address FROM users
  WHERE client_id = current_client() AND id = person AND removed_at IS NOT NULL AND masked_at IS NULL FOR UPDATE;
  IF address IS NULL THEN
    RETURN;
  END IF;
  UPDATE users SET masked_at = moment, first_name = word, last_name = '', phone = '', email = masked
  WHERE client_id = current_client() AND id = person;
  UPDATE user_invitations SET email = masked
  WHERE client_id = current_client() AND lower(email) = address AND (accepted_at IS NOT NULL OR withdrawn_at IS NOT NULL);
END $$;
REVOKE EXECUTE ON FUNCTION mask_user FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mask_user TO app;
