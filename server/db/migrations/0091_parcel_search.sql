-- Search of the provider's staff over all clients. The role `provider` reads persons only by this function.

-- The end of a phone or a document, as the staff see it before they ask for all of it.
CREATE FUNCTION masked_end(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN value = '' THEN '' WHEN char_length(value) < 7 THEN '•••' ELSE '•••' || right(value, 3) END;

-- The first letter of an e-mail and its domain.
CREATE FUNCTION masked_email(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(value, '^(.)[^@]*', '\1•••');

-- Returns the latest parcels of all clients with one value, at most 51: 50 are shown, and the last one shows that there are more.
-- `wanted` are spellings of the value: of a label, a tracking id, a client's number, a document in capitals, the digits of a phone,
-- an e-mail, or a part of a name with at least three letters in a row. Masked receivers aren't found by person. Seq scans are
-- disabled because a limit makes them look cheap, although a rare name is found at the end of the table.
CREATE FUNCTION find_parcels(kind text, wanted text[], most integer)
  RETURNS TABLE(client_id bigint, order_pk bigint, order_id text, tracking_id text, label text, state text, created_at timestamptz,
    receiver_name text, receiver_phone text, document text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  few integer := least(most, 51);
  owners bigint[];
  found bigint[];
BEGIN
  CASE kind
    WHEN 'label', 'tracking' THEN
      SELECT array_agg(d.client_id), array_agg(d.order_id) INTO owners, found FROM tracking_directory d
      WHERE d.tracking_id = ANY (ARRAY(SELECT split_part(w, '-', 1) FROM unnest(wanted) AS w));
    WHEN 'number' THEN
      SELECT array_agg(f.client_id), array_agg(f.id) INTO owners, found FROM (
        SELECT o.client_id, o.id FROM clients c CROSS JOIN LATERAL (
          SELECT o.client_id, o.id, o.created_at FROM orders o
          WHERE o.client_id = c.client_id AND o.order_norm = lower(wanted[1])
          ORDER BY o.created_at DESC LIMIT few
        ) o ORDER BY o.created_at DESC LIMIT few
      ) f;
    WHEN 'document' THEN
      SELECT array_agg(f.client_id), array_agg(f.id) INTO owners, found FROM (
        SELECT o.client_id, o.id FROM clients c CROSS JOIN LATERAL (
          SELECT o.client_id, o.id, o.created_at FROM orders o
          WHERE o.client_id = c.client_id AND upper(o.document) = wanted[1] AND o.document <> '' AND o.masked_at IS NULL
          ORDER BY o.id DESC LIMIT few
        ) o ORDER BY o.created_at DESC LIMIT few
      ) f;
    WHEN 'phone' THEN
      SELECT array_agg(f.client_id), array_agg(f.id) INTO owners, found FROM (
        SELECT o.client_id, o.id FROM clients c CROSS JOIN unnest(wanted) AS w CROSS JOIN LATERAL (
          SELECT o.client_id, o.id, o.created_at FROM orders o
          WHERE o.client_id = c.client_id AND regexp_replace(o.receiver_phone, '\D', '', 'g') = w
            AND o.receiver_phone <> '' AND o.masked_at IS NULL
          ORDER BY o.id DESC LIMIT few
        ) o ORDER BY o.created_at DESC LIMIT few
      ) f;
    WHEN 'email' THEN
      SELECT array_agg(f.client_id), array_agg(f.id) INTO owners, found FROM (
        SELECT o.client_id, o.id FROM clients c CROSS JOIN LATERAL (
          SELECT o.client_id, o.id, o.created_at FROM orders o
          WHERE o.client_id = c.client_id AND lower(o.email) = lower(wanted[1]) AND o.email <> '' AND o.masked_at IS NULL
          ORDER BY o.id DESC LIMIT few
        ) o ORDER BY o.created_at DESC LIMIT few
      ) f;
    WHEN 'name' THEN
      IF norm(wanted[1]) !~ '[a-z]{3}' THEN RETURN; END IF;
      -- A common name has thousands of orders. Of these, a thousand are compared.
      SELECT array_agg(f.client_id), array_agg(f.id) INTO owners, found FROM (
        SELECT o.client_id, o.id FROM (
          SELECT o.client_id, o.id, o.created_at FROM orders o
          WHERE o.name_norm LIKE like_contains(wanted[1]) AND o.masked_at IS NULL LIMIT 1000
        ) o ORDER BY o.created_at DESC LIMIT few
      ) f;
  END CASE;
  RETURN QUERY
    SELECT o.client_id, o.id, o.order_id, o.tracking_id, s.label, s.state, o.created_at, o.receiver_name,
      masked_end(regexp_replace(o.receiver_phone, '\D', '', 'g')), masked_end(o.document)
    FROM unnest(owners, found) AS f (client_id, id)
    JOIN orders o ON o.client_id = f.client_id AND o.id = f.id
    JOIN shipments s ON s.client_id = f.client_id AND s.order_pk = f.id
    WHERE kind <> 'label' OR s.label = ANY (wanted)
    ORDER BY o.created_at DESC, o.id DESC, s.n LIMIT few;
END $$;
REVOKE EXECUTE ON FUNCTION find_parcels FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_parcels TO provider;

-- With a client set, the role `provider` could have tried out names by this function.
REVOKE EXECUTE ON FUNCTION orders_named FROM PUBLIC;
GRANT EXECUTE ON FUNCTION orders_named TO app;

-- The client comes first in every key.
-- harmless: the table contains at most a few thousand rows, and the previous version writes them by the same three columns
ALTER TABLE queue_marks DROP CONSTRAINT queue_marks_pkey, ADD PRIMARY KEY (client_id, queue, thing_id);
