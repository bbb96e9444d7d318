-- Personal data on request (Ley 25.326): finds the orders of a receiver, and masks them before their retention ends.

-- Time when the erasure of an order's receiver was requested. The receiver is masked once the order's shipments have ended.
ALTER TABLE orders ADD COLUMN erasure_requested_at timestamptz;

-- Time when the user's name and address were masked, after the user was removed.
ALTER TABLE users ADD COLUMN masked_at timestamptz;

-- ── Search ────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Functions of the owner, because row-level security disables indexes on expressions. The client comes from the transaction.

-- Returns the next orders, by id, whose receiver has a document, an e-mail or a phone, and isn't masked.
CREATE FUNCTION orders_of_receiver(field text, wanted text, after_id bigint, most integer) RETURNS SETOF bigint
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

-- Returns the cells of a failed row of a bulk upload as they are searched: addresses in lower case, the rest without signs.
CREATE FUNCTION searched_cells(cells jsonb) RETURNS text[]
  LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN (SELECT coalesce(array_agg(DISTINCT CASE WHEN cell LIKE '%@%' THEN lower(btrim(cell))
      ELSE upper(regexp_replace(cell, '[^0-9A-Za-z]', '', 'g')) END), '{}')
    FROM jsonb_array_elements_text(cells) AS cell);

-- Returns the next failed rows of bulk uploads, by upload and row, with a cell that is this document, e-mail or phone.
CREATE FUNCTION failed_rows_with(wanted text, after_batch bigint, after_row integer, most integer)
  RETURNS TABLE (batch_id bigint, row_no integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT r.batch_id, r.row_no FROM batch_rows r
    WHERE r.client_id = current_client() AND r.outcome = 'Error' AND r.cells <> '[]'
      AND searched_cells(r.cells) @> ARRAY[CASE WHEN wanted LIKE '%@%' THEN lower(wanted) ELSE upper(wanted) END]
      AND (r.batch_id, r.row_no) > (after_batch, after_row)
    ORDER BY r.batch_id, r.row_no LIMIT most
  $$;

-- ── Masking ───────────────────────────────────────────────────────────────────────────────────────────────────────

-- Masks the receivers of locked orders of the transaction's client, and all copies of their data: modification requests, and
-- reasons other than the known ones. Zip code, city and province stay.
CREATE FUNCTION mask_orders(due bigint[], known_reasons text[], word text, moment timestamptz) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  client bigint := current_client();
  nobody jsonb := jsonb_build_object('receiver_name', word, 'receiver_phone', '', 'email', '', 'address_street_name', word,
    'address_street_number', '', 'address_other_info', '', 'address_neighborhood_name', '', 'address_floor', '',
    'address_apartment', '', 'address_longitude', NULL, 'address_latitude', NULL);
BEGIN
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
END $$;

-- Whether all shipments of an order ended and no modification request waits, so that nobody needs the receiver any more.
CREATE FUNCTION order_has_ended(client bigint, pk bigint, final_codes text[]) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN EXISTS (SELECT FROM shipments s WHERE s.client_id = client AND s.order_pk = pk)
    AND NOT EXISTS (SELECT FROM shipments s WHERE s.client_id = client AND s.order_pk = pk
      AND (s.state_code IS NULL OR s.state_code <> ALL (final_codes)))
    AND NOT EXISTS (SELECT FROM modification_requests m WHERE m.client_id = client AND m.order_pk = pk
      AND m.state = 'Pendiente');

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

-- Masks the receivers of the transaction client's ended orders whose erasure was requested, whatever their age.
CREATE FUNCTION mask_requested_orders(
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

-- Deletes the contents of the next failed rows of bulk uploads that `failed_rows_with` finds. Returns how many.
CREATE FUNCTION mask_failed_rows(wanted text, word text, most integer) RETURNS integer
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

-- Masks name, address and phone of a removed user of the transaction's client, and the address in closed invitations. The name to
-- log in with stays: the audit trail contains it, and the warehouse knows a company by its first user's.
CREATE FUNCTION mask_user(person bigint, word text, moment timestamptz) RETURNS void
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

REVOKE EXECUTE ON FUNCTION orders_of_receiver, failed_rows_with, mask_orders, mask_requested_orders, mask_failed_rows, mask_user
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION orders_of_receiver, failed_rows_with, mask_requested_orders, mask_failed_rows, mask_user TO app;
