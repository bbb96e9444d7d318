-- Personal data that a modification replaced, links after a correction of an e-mail, and devices that nobody uses any more.

-- ── Receivers that a modification replaced ────────────────────────────────────────────────────────────────────────

-- Returns the e-mails and phones in a modification request as they are searched: addresses in lower case, the digits of phones.
CREATE FUNCTION requested_contacts(before jsonb, after jsonb) RETURNS text[]
  LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN array_remove(ARRAY[lower(before->>'email'), lower(after->>'email'),
    regexp_replace(before->>'receiver_phone', '\D', '', 'g'), regexp_replace(after->>'receiver_phone', '\D', '', 'g')], '');

-- Returns the next modification requests, by id, that contain an e-mail or a phone which their orders don't have. Documents can't
-- be modified. A function of the owner, because row-level security disables indexes on expressions.
CREATE FUNCTION requests_of_receiver(field text, wanted text, after_id bigint, most integer)
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

-- Returns the receiver of a modification request without personal data.
CREATE FUNCTION masked_receiver(word text) RETURNS jsonb
  LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN jsonb_build_object('receiver_name', word, 'receiver_phone', '', 'email', '', 'address_street_name', word,
    'address_street_number', '', 'address_other_info', '', 'address_neighborhood_name', '', 'address_floor', '',
    'address_apartment', '', 'address_longitude', NULL, 'address_latitude', NULL);

-- Masks the next decided requests that `requests_of_receiver` finds: the receiver with the value, before or after the modification.
-- Returns how many.
CREATE FUNCTION mask_requests_of_receiver(field text, wanted text, word text, most integer) RETURNS integer
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
  UPDATE shipment_events e SET reason = word
  FROM shipments s
  WHERE s.client_id = client AND s.order_pk = ANY (due) AND e.client_id = client AND e.shipment_id = s.id
    AND e.reason IS NOT NULL AND norm(e.reason) <> ALL (ARRAY(SELECT norm(known) FROM unnest(known_reasons) AS known));
  UPDATE fulfillment_orders SET reason = word
  WHERE client_id = client AND order_pk = ANY (due) AND reason IS NOT NULL;
END $$;

REVOKE EXECUTE ON FUNCTION requests_of_receiver, mask_requests_of_receiver FROM PUBLIC;
GRANT EXECUTE ON FUNCTION requests_of_receiver, mask_requests_of_receiver TO app;

-- ── Links ─────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Invalidates the links that a user received by mail, because the user's address was wrong, and deletes the open change of the
-- address, which needs its links. Returns how many links.
CREATE OR REPLACE FUNCTION revoke_links(client bigint, person bigint, moment timestamptz) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH change AS (DELETE FROM email_changes WHERE client_id = client AND user_id = person),
  ended AS (
    UPDATE one_time_tokens SET used_at = moment WHERE client_id = client AND user_id = person AND used_at IS NULL
    RETURNING hash)
  SELECT count(*)::integer FROM ended
$$;

-- ── Devices ───────────────────────────────────────────────────────────────────────────────────────────────────────

-- Deletes up to `most` devices of all users that were last used before a moment. Returns how many.
CREATE FUNCTION delete_unused_devices(moment timestamptz, most integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM known_devices WHERE (client_id, user_id, hash) IN (
      SELECT client_id, user_id, hash FROM known_devices WHERE last_seen_at < moment LIMIT most) RETURNING hash)
  SELECT count(*)::integer FROM gone
$$;
REVOKE EXECUTE ON FUNCTION delete_unused_devices FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_unused_devices TO app;
