-- Searches and keys of orders, products and shipments.

-- LIKE isn't leakproof, so under row-level security the planner doesn't use the trigram index. This function runs as the owner and takes
-- the client from the transaction, never from an argument. A SECURITY DEFINER function is never inlined, so the planner can't prefer an
-- index for the list's order instead. Returns all columns that lists filter and sort by, so that no row is read twice.
CREATE OR REPLACE FUNCTION orders_named(pattern text) RETURNS TABLE (
    id bigint, updated_at timestamptz, created_at timestamptz, delivery_mode smallint, printed boolean,
    state_group text, tracking_id text, order_norm text
  )
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
    SELECT o.id, o.updated_at, o.created_at, o.delivery_mode, o.printed, o.state_group, o.tracking_id, o.order_norm
    FROM orders o WHERE o.client_id = current_client() AND o.name_norm LIKE pattern
  $$;
REVOKE EXECUTE ON FUNCTION orders_named FROM PUBLIC;
GRANT EXECUTE ON FUNCTION orders_named TO app;

-- Runs as the owner, for the same reason as orders_named.
CREATE OR REPLACE FUNCTION products_matching(pattern text) RETURNS TABLE (id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
    SELECT p.id FROM products p WHERE p.client_id = current_client() AND p.search_norm LIKE pattern
  $$;

CREATE OR REPLACE FUNCTION clients_with_stale_orders() RETURNS TABLE (client_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT DISTINCT s.client_id FROM stale_orders s $$;
REVOKE EXECUTE ON FUNCTION clients_with_stale_orders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION clients_with_stale_orders TO app;

-- Returns the latest orders whose receiver matches and isn't masked: `wanted` is a pattern of the name, or the beginning of the
-- document in capitals or of the phone's digits. A function of the owner, because row-level security disables these indexes. The
-- client comes from the transaction.
CREATE OR REPLACE FUNCTION orders_of_buyers(field text, wanted text, since timestamptz, most integer)
  RETURNS TABLE(id bigint, updated_at timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  CASE field
    WHEN 'name' THEN RETURN QUERY
      SELECT o.id, o.updated_at FROM orders o
      WHERE o.client_id = current_client() AND o.name_norm LIKE like_contains(wanted) AND o.masked_at IS NULL
        AND o.created_at >= since
      ORDER BY o.updated_at DESC LIMIT most;
    -- Ranges instead of LIKE, which a prepared plan can't turn into one.
    WHEN 'document' THEN RETURN QUERY
      SELECT o.id, o.updated_at FROM orders o
      WHERE o.client_id = current_client() AND upper(o.document) ~>=~ wanted AND upper(o.document) ~<~ (wanted || U&'\+10FFFF')
        AND o.document <> '' AND o.masked_at IS NULL AND o.created_at >= since
      ORDER BY o.updated_at DESC LIMIT most;
    WHEN 'phone' THEN RETURN QUERY
      SELECT o.id, o.updated_at FROM orders o
      WHERE o.client_id = current_client() AND regexp_replace(o.receiver_phone, '\D', '', 'g') ~>=~ wanted
        AND regexp_replace(o.receiver_phone, '\D', '', 'g') ~<~ (wanted || U&'\+10FFFF')
        AND o.receiver_phone <> '' AND o.masked_at IS NULL AND o.created_at >= since
      ORDER BY o.updated_at DESC LIMIT most;
  END CASE;
END $$;
REVOKE EXECUTE ON FUNCTION orders_of_buyers FROM PUBLIC;
GRANT EXECUTE ON FUNCTION orders_of_buyers TO app;

-- Returns the latest shipments of all clients with one value, at most 51: 50 are shown, and the last one shows that there are more.
-- `wanted` are spellings of the value: of a label, a tracking id, a client's number, a document in capitals, the digits of a phone,
-- an e-mail, or a part of a name with at least three letters in a row. Masked receivers aren't found by person. No index of these
-- searches begins with the client, so that the work doesn't grow with the number of clients. Seq scans are disabled because a limit makes
-- them look cheap, although a rare name is found at the end of the table. Sorts are disabled so that a value that thousands share is read
-- from the latest end of its index, and not whole.
CREATE OR REPLACE FUNCTION find_shipments(kind text, wanted text[], most integer)
  RETURNS TABLE(client_id bigint, order_pk bigint, order_id text, tracking_id text, label text, state text, created_at timestamptz,
    receiver_name text, receiver_phone text, document text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  SET enable_sort = off AS $$
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
        SELECT o.client_id, o.id FROM orders o
        WHERE o.order_norm = lower(wanted[1])
        ORDER BY o.created_at DESC LIMIT few
      ) f;
    WHEN 'document' THEN
      SELECT array_agg(f.client_id), array_agg(f.id) INTO owners, found FROM (
        SELECT o.client_id, o.id FROM orders o
        WHERE upper(o.document) = wanted[1] AND o.document <> '' AND o.masked_at IS NULL
        ORDER BY o.created_at DESC LIMIT few
      ) f;
    WHEN 'phone' THEN
      SELECT array_agg(f.client_id), array_agg(f.id) INTO owners, found FROM (
        SELECT o.client_id, o.id FROM unnest(wanted) AS w CROSS JOIN LATERAL (
          SELECT o.client_id, o.id, o.created_at FROM orders o
          WHERE regexp_replace(o.receiver_phone, '\D', '', 'g') = w AND o.receiver_phone <> '' AND o.masked_at IS NULL
          ORDER BY o.created_at DESC LIMIT few
        ) o ORDER BY o.created_at DESC LIMIT few
      ) f;
    WHEN 'email' THEN
      -- The index has the order of ids, which grow by month. An address that many share is read from its latest months.
      SELECT array_agg(f.client_id), array_agg(f.id) INTO owners, found FROM (
        SELECT o.client_id, o.id FROM (
          SELECT o.client_id, o.id, o.created_at FROM orders o
          WHERE lower(o.email) = lower(wanted[1]) AND o.email <> '' AND o.masked_at IS NULL
          ORDER BY o.id DESC LIMIT 1000
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
REVOKE EXECUTE ON FUNCTION find_shipments FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_shipments TO provider;

-- Raises an order's version once in a transaction, however often it writes the row. Each savepoint would raise it once more.
CREATE OR REPLACE FUNCTION raise_order_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF old.xmin <> pg_current_xact_id()::xid THEN
    new.version := old.version + 1;
  END IF;
  RETURN new;
END $$;
CALL create_trigger_once('orders', 'versioned', $$
  CREATE TRIGGER versioned BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION raise_order_version()
$$);

-- Returns the next number of a year. A rollback gives it back, so no number is lost; others wait until the transaction ends.
CREATE OR REPLACE FUNCTION next_manifest_number(of_year smallint) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO manifest_numbers (year, last) VALUES (of_year, 1)
  ON CONFLICT (year) DO UPDATE SET last = manifest_numbers.last + 1 RETURNING last
$$;
REVOKE EXECUTE ON FUNCTION next_manifest_number FROM PUBLIC;
GRANT EXECUTE ON FUNCTION next_manifest_number TO app;

-- Refuses a note about an order whose receiver is masked, because nothing would delete it. The lock makes masking wait for a note
-- that is being written, and then delete it.
CREATE OR REPLACE FUNCTION refuse_note_of_masked_order() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM orders WHERE client_id = new.client_id AND id = new.order_pk AND masked_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the receiver of order % is masked', new.order_pk
      USING ERRCODE = 'check_violation', CONSTRAINT = 'staff_notes_not_masked';
  END IF;
  RETURN new;
END $$;
CALL create_trigger_once('staff_notes', 'not_masked', $$
  CREATE TRIGGER not_masked BEFORE INSERT ON staff_notes
  FOR EACH ROW WHEN (new.order_pk IS NOT NULL) EXECUTE FUNCTION refuse_note_of_masked_order()
$$);

-- Returns the ids of batches that a stopped process left unfinished, for all clients.
CREATE OR REPLACE FUNCTION unfinished_batches() RETURNS TABLE (client_id bigint, id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT b.client_id, b.id FROM batches b WHERE b.state IN ('Pendiente', 'Procesando') $$;
