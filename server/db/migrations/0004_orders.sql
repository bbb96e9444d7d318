-- Orders and requests to modify them.

CREATE TABLE orders (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  tracking_id text COLLATE "C" NOT NULL,
  -- The client's number for the order.
  order_id text NOT NULL,
  delivery_mode smallint NOT NULL CHECK (delivery_mode BETWEEN 1 AND 5),
  is_reverse boolean GENERATED ALWAYS AS (delivery_mode = 4) STORED,
  sender_name text NOT NULL DEFAULT '',
  first_name text NOT NULL,
  last_name text NOT NULL,
  receiver_name text NOT NULL,
  document text NOT NULL DEFAULT '',
  email text NOT NULL,
  receiver_phone text NOT NULL,
  street_name text NOT NULL,
  street_number text NOT NULL,
  floor text NOT NULL DEFAULT '',
  apartment text NOT NULL DEFAULT '',
  between_1 text NOT NULL DEFAULT '',
  between_2 text NOT NULL DEFAULT '',
  zip_code text NOT NULL,
  -- Province as received, and its ISO letter; null for an unknown province.
  state text NOT NULL,
  province char(1),
  -- The postal code is missing from zip_codes, so the province is unconfirmed and the provider checks the order.
  zip_unlisted boolean NOT NULL DEFAULT false,
  city text NOT NULL,
  neighborhood_name text NOT NULL,
  other_info text NOT NULL DEFAULT '',
  longitude double precision,
  latitude double precision,
  pickup_address_id bigint NOT NULL,
  -- Copy of the collection address at the order's creation.
  sender_address jsonb NOT NULL,
  pickup_point jsonb,
  -- Price and payment terms are frozen at creation (readings C26, C41).
  tariff_id integer NOT NULL REFERENCES tariffs,
  prepaid boolean NOT NULL DEFAULT false,
  paid_at timestamptz,
  rate_cents bigint NOT NULL,
  estimated_min date,
  estimated_max date,
  -- Derived columns. The service derives them with shared/rules in the transaction that changes their facts; SQL only reads them.
  order_state text NOT NULL,
  state_group text NOT NULL,
  printed boolean NOT NULL DEFAULT false,
  printable boolean NOT NULL,
  payable boolean NOT NULL,
  can_generate_merchant_order boolean NOT NULL,
  can_request_edit boolean NOT NULL,
  cancellable boolean NOT NULL,
  cancelled_at timestamptz,
  merchant_order_id bigint,
  merchant_order_state smallint,
  init_point text,
  -- Money was received after the payment was cancelled. Until that is settled the order can't be paid or cancelled.
  approved_payment boolean NOT NULL DEFAULT false,
  last_modification_state text,
  -- Time when the nightly upkeep removed a finished order from the quick view 'Con problema' (readings C51).
  incident_closed_at timestamptz,
  -- Time when the receiver was masked.
  masked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  updated_at timestamptz NOT NULL DEFAULT current_moment(),
  -- A stored column, because under row-level security an index on an expression doesn't serve a condition on that expression.
  created_on date GENERATED ALWAYS AS (local_day(created_at)) STORED,
  name_norm text GENERATED ALWAYS AS (norm(receiver_name || ' ' || first_name || ' ' || last_name)) STORED,
  order_norm text COLLATE "C" GENERATED ALWAYS AS (lower(order_id)) STORED,
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, tracking_id),
  FOREIGN KEY (client_id, pickup_address_id) REFERENCES sender_addresses
);
COMMENT ON TABLE orders IS 'Orders.';
-- readings C9: among orders that aren't cancelled, the client's number is unique per direction.
CREATE UNIQUE INDEX one_order_number ON orders (client_id, is_reverse, order_id) WHERE cancelled_at IS NULL;
CREATE INDEX orders_list ON orders (client_id, updated_at DESC, id DESC)
  INCLUDE (created_at, delivery_mode, printed, state_group);
CREATE INDEX orders_created ON orders (client_id, created_at DESC, id DESC)
  INCLUDE (updated_at, delivery_mode, printed, state_group);
-- Without this index, a rare group (an incident among thousands) would require a scan of the whole list.
CREATE INDEX orders_group ON orders (client_id, state_group, updated_at DESC, id DESC)
  INCLUDE (created_at, delivery_mode, printed);
-- Sorted by last change within each day, so that a page reads at most its number of rows from each day.
CREATE INDEX orders_day ON orders (client_id, created_on, updated_at DESC, id DESC)
  INCLUDE (delivery_mode, printed, state_group);
CREATE INDEX orders_number ON orders (client_id, order_norm);
-- GIN adds new names to a pending list, which every search by name scans. With a list of 1 MB, a quarter of the default limit,
-- searching a rare name took 5.3 ms instead of 0.25 ms, and flushing the list delayed one writer by 17 ms. With 128 kB, about
-- 400 orders, a search takes less than 1 ms, and every 400th writer 5 ms. Without a list each order writes 5 kB more WAL.
CREATE INDEX orders_name ON orders USING gin (client_id, name_norm gin_trgm_ops) WITH (gin_pending_list_limit = 128);
-- Excludes masked orders, so that years of masked orders cost nothing. Orders due for masking are never printable.
CREATE INDEX orders_not_masked ON orders (client_id, updated_at, id) WHERE masked_at IS NULL AND NOT printable;
CALL enable_client_isolation('orders');
GRANT SELECT, INSERT, UPDATE ON orders TO app;

CREATE TABLE tracking_directory (
  tracking_id text COLLATE "C" PRIMARY KEY,
  client_id bigint NOT NULL,
  order_id bigint NOT NULL
);
COMMENT ON TABLE tracking_directory IS 'Client and order of a tracking id, for the public tracking page and the public states.';

CREATE FUNCTION find_tracking(tracking text, OUT client_id bigint, OUT order_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT d.client_id, d.order_id FROM tracking_directory d WHERE d.tracking_id = tracking $$;

CREATE FUNCTION add_to_tracking_directory() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO tracking_directory VALUES (NEW.tracking_id, NEW.client_id, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER directory AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION add_to_tracking_directory();

CREATE TABLE modification_requests (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  order_pk bigint NOT NULL,
  -- Copies of the order's immutable numbers, because the provider can read requests but not orders.
  order_id text NOT NULL,
  tracking_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('Pendiente', 'Aprobado', 'Rechazado')),
  -- Receiver before and after the change, with the keys of the edit-order payload (D1 §3).
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  -- Reason of a rejection.
  reason text,
  -- Cost of the shipments that aren't final, before and after the change.
  cost_before_cents bigint NOT NULL,
  cost_after_cents bigint NOT NULL,
  requested_by bigint NOT NULL,
  requested_at timestamptz NOT NULL,
  decided_at timestamptz,
  -- Null if the request was applied without an operator's decision.
  decided_by integer REFERENCES operator_keys,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, order_pk) REFERENCES orders,
  FOREIGN KEY (client_id, requested_by) REFERENCES users,
  CHECK ((state = 'Pendiente') = (decided_at IS NULL))
);
COMMENT ON TABLE modification_requests IS 'Requests to change an order''s receiver (readings C35), applied at once or waiting for the provider.';
CREATE INDEX ON modification_requests (client_id, order_pk, requested_at DESC);
CREATE UNIQUE INDEX one_open_modification ON modification_requests (client_id, order_pk) WHERE state = 'Pendiente';
CALL enable_client_isolation('modification_requests');
GRANT SELECT, INSERT, UPDATE (state, reason, decided_at, decided_by) ON modification_requests TO app;
CREATE POLICY provider ON modification_requests TO provider USING (true);
GRANT SELECT ON modification_requests TO provider;

-- Orders whose derived columns are from an older rule. The rules are TypeScript (shared/rules), so a migration lists the orders
-- here, and a job derives the columns again (server/features/order/stale-orders.ts). Orders are never deleted, so there is no
-- foreign key.
CREATE TABLE stale_orders (
  client_id bigint NOT NULL,
  order_pk bigint NOT NULL,
  PRIMARY KEY (client_id, order_pk)
);
COMMENT ON TABLE stale_orders IS 'Orders whose derived columns must be derived again.';
CALL enable_client_isolation('stale_orders');
GRANT SELECT, DELETE ON stale_orders TO app;

CREATE FUNCTION clients_with_stale_orders() RETURNS TABLE (client_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT DISTINCT s.client_id FROM stale_orders s $$;
REVOKE EXECUTE ON FUNCTION clients_with_stale_orders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION clients_with_stale_orders TO app;

-- ── Search by name ────────────────────────────────────────────────────────────────────────────────────────────────
-- LIKE isn't leakproof, so under row-level security the planner doesn't use the trigram index. This function runs as the owner
-- and takes the client from the transaction, never from an argument. A SECURITY DEFINER function is never inlined, so the
-- planner can't prefer an index for the list's order instead.

-- Returns all columns that lists filter and sort by, so that no row is read twice.
CREATE FUNCTION orders_named(pattern text) RETURNS TABLE (
    id bigint, updated_at timestamptz, created_at timestamptz, delivery_mode smallint, printed boolean,
    state_group text, tracking_id text, order_norm text
  )
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
    SELECT o.id, o.updated_at, o.created_at, o.delivery_mode, o.printed, o.state_group, o.tracking_id, o.order_norm
    FROM orders o WHERE o.client_id = current_client() AND o.name_norm LIKE pattern
  $$;

-- ── Purpose of each index ─────────────────────────────────────────────────────────────────────────────────────────

COMMENT ON INDEX orders_pkey IS 'Finds an order by id, the rows of a page, and references.';
COMMENT ON INDEX orders_client_id_tracking_id_key IS 'Finds orders by tracking id or its prefix. Keeps tracking ids unique.';
COMMENT ON INDEX one_order_number IS 'Finds the orders of an uploaded file. Keeps the client''s number unique per direction (C9).';
COMMENT ON INDEX orders_list IS 'Serves the list by last change, with or without filters, and the search palette''s latest orders.';
COMMENT ON INDEX orders_created IS 'Serves the list by creation, and ranges of days by the sort path.';
COMMENT ON INDEX orders_group IS 'Serves the list of a quick view, and the nightly closing of incidents.';
COMMENT ON INDEX orders_day IS 'Serves ranges of days by last change, by the days path.';
COMMENT ON INDEX orders_number IS 'Finds orders by the client''s number or its prefix.';
COMMENT ON INDEX orders_name IS 'Finds orders by a part of a name (orders_named).';
COMMENT ON INDEX orders_not_masked IS 'Finds orders whose receivers are due for masking (mask_due_orders).';
