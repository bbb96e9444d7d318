-- Orders, and requests to modify them.

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
  -- Derived columns. The service derives them with shared code in the transaction that changes their facts; SQL only reads them.
  -- Code of the state that follows from the payment and the shipments (order-state.ts).
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
  -- The client's number in lower case and in its normal form.
  order_norm text COLLATE "C" GENERATED ALWAYS AS (folded_key(order_id)) STORED,
  -- Time when the erasure of an order's receiver was requested. The receiver is masked once the order's shipments have ended.
  erasure_requested_at timestamptz,
  due_on date,
  -- Working days from collection to delivery that the order was quoted with. NULL for orders from before: counted by the
  -- national calendar.
  quoted_min_days smallint,
  -- As quoted_min_days, for the last day.
  quoted_max_days smallint,
  -- Raised once by each transaction that changes the order (raise_order_version).
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, tracking_id),
  FOREIGN KEY (client_id, pickup_address_id) REFERENCES sender_addresses
-- Nearly all changes concern orders of the last weeks. If autovacuum waited until there are a fifth as many dead versions as orders, as by
-- default, recent pages would have several dead versions of each order in a table of a year's orders. The same holds for shipments.
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE orders IS 'Orders.';
COMMENT ON INDEX orders_pkey IS 'Finds an order by id, the rows of a page, and references.';
COMMENT ON INDEX orders_client_id_tracking_id_key IS 'Finds orders by tracking id or its prefix. Keeps tracking ids unique.';
-- Indexes that begin with a value find orders of all clients. In an index that begins with the client, a search without a client would
-- look into each client's part (docs/decisions/0084). Sorted by creation, so that a value that thousands share costs its latest orders.
CREATE INDEX orders_any_document ON orders (upper(document) text_pattern_ops, created_at) WHERE document <> '' AND masked_at IS NULL;
COMMENT ON INDEX orders_any_document IS 'Finds shipments of all clients by document (find_shipments).';
CREATE INDEX orders_any_number ON orders (order_norm, created_at);
COMMENT ON INDEX orders_any_number IS 'Finds shipments of all clients by the client''s number (find_shipments).';
CREATE INDEX orders_any_phone ON orders (regexp_replace(receiver_phone, '\D', '', 'g') text_pattern_ops, created_at)
  WHERE receiver_phone <> '' AND masked_at IS NULL;
COMMENT ON INDEX orders_any_phone IS 'Finds shipments of all clients by phone (find_shipments).';
-- readings C9: among orders that aren't cancelled, the client's number is unique per direction.
CREATE UNIQUE INDEX one_order_number ON orders (client_id, is_reverse, typed_key(order_id)) WHERE cancelled_at IS NULL;
COMMENT ON INDEX one_order_number IS
  'Finds whether a number is taken: unique per direction, compared by its normal form (C9, C61).';
CREATE INDEX orders_created ON orders (client_id, created_at DESC, id DESC) INCLUDE (updated_at, delivery_mode, printed,
  state_group);
COMMENT ON INDEX orders_created IS 'Serves the list by creation, and ranges of days by the sort path.';
-- Sorted by last change within each day, so that a page reads at most its number of rows from each day.
CREATE INDEX orders_day ON orders (client_id, created_on, updated_at DESC, id DESC) INCLUDE (delivery_mode, printed, state_group);
COMMENT ON INDEX orders_day IS 'Serves ranges of days by last change, by the days path.';
CREATE INDEX orders_document_prefix ON orders (client_id, upper(document) text_pattern_ops, id) WHERE document <> ''
  AND masked_at IS NULL;
COMMENT ON INDEX orders_document_prefix IS
  'Finds a receiver by document (orders_of_receiver) or its beginning (orders_of_buyers).';
CREATE INDEX orders_due ON orders (client_id, due_on, id) WHERE due_on IS NOT NULL;
COMMENT ON INDEX orders_due IS 'Serves the list of late orders, their number, and the sort by due date.';
-- An address is searched whole only, so one index that begins with it serves a client and the provider.
CREATE INDEX orders_email ON orders (lower(email), id, client_id) WHERE email <> '' AND masked_at IS NULL;
COMMENT ON INDEX orders_email IS 'Finds a receiver by e-mail (orders_of_receiver), and all clients'' shipments (find_shipments).';
CREATE INDEX orders_erasure_requested ON orders (client_id, id) WHERE erasure_requested_at IS NOT NULL AND masked_at IS NULL;
COMMENT ON INDEX orders_erasure_requested IS 'Finds orders whose receivers are masked once they end (mask_requested_orders).';
-- Without this index, a rare group (an incident among thousands) would require a scan of the whole list.
CREATE INDEX orders_group ON orders (client_id, state_group, updated_at DESC, id DESC) INCLUDE (created_at, delivery_mode,
  printed);
COMMENT ON INDEX orders_group IS 'Serves the list of a quick view, and the nightly closing of incidents.';
CREATE INDEX orders_list ON orders (client_id, updated_at DESC, id DESC) INCLUDE (created_at, delivery_mode, printed,
  state_group);
COMMENT ON INDEX orders_list IS
  'Serves the list by last change, with or without filters, and the search palette''s latest orders.';
-- GIN adds new names to a pending list, which every search by name scans. With a list of 1 MB, a quarter of the default limit,
-- searching a rare name took 5.3 ms instead of 0.25 ms, and flushing the list delayed one writer by 17 ms. With 128 kB, about
-- 400 orders, a search takes less than 1 ms, and every 400th writer 5 ms. Without a list each order writes 5 kB more WAL.
CREATE INDEX orders_name ON orders USING gin (client_id, name_norm gin_trgm_ops) WITH (gin_pending_list_limit='128');
COMMENT ON INDEX orders_name IS 'Finds orders by a part of a name (orders_named).';
-- Excludes masked orders, so that years of masked orders cost nothing. Orders due for masking are never printable.
CREATE INDEX orders_not_masked ON orders (client_id, updated_at, id) WHERE masked_at IS NULL AND NOT printable;
COMMENT ON INDEX orders_not_masked IS 'Finds orders whose receivers are due for masking (mask_due_orders).';
CREATE INDEX orders_number ON orders (client_id, order_norm);
COMMENT ON INDEX orders_number IS 'Finds orders by the client''s number or its prefix.';
CREATE INDEX orders_phone_prefix ON orders (client_id, regexp_replace(receiver_phone, '\D', '', 'g') text_pattern_ops, id)
  WHERE receiver_phone <> '' AND masked_at IS NULL;
COMMENT ON INDEX orders_phone_prefix IS 'Finds a receiver by phone (orders_of_receiver) or its beginning (orders_of_buyers).';
CALL enable_client_isolation('orders');
CREATE POLICY provider ON orders TO provider USING (true);
GRANT SELECT, INSERT, UPDATE ON orders TO app;
GRANT SELECT (client_id, id, tracking_id, order_id, state, city, pickup_address_id, tariff_id, created_at) ON orders TO provider;

CREATE TABLE tracking_directory (
  tracking_id text COLLATE "C" PRIMARY KEY,
  client_id bigint NOT NULL,
  order_id bigint NOT NULL
);
COMMENT ON TABLE tracking_directory IS 'Client and order of a tracking id, for the public tracking page and the public states.';

-- Returns the e-mails and phones in a modification request as they are searched: addresses in lower case, the digits of phones.
CREATE FUNCTION requested_contacts(before jsonb, after jsonb) RETURNS text[]
  LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN array_remove(ARRAY[lower(before->>'email'), lower(after->>'email'),
    regexp_replace(before->>'receiver_phone', '\D', '', 'g'), regexp_replace(after->>'receiver_phone', '\D', '', 'g')], '');

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
  -- Null if the request was applied without a decision of the staff.
  decided_by integer REFERENCES provider_keys,
  -- Member of the staff who decided; `decided_by` is the key if a system did.
  decided_by_staff integer,
  -- What an approval replaced besides the receiver: the order's cross streets and destination, its shipments' adjustments,
  -- points and promises.
  replaced jsonb,
  -- Version of the order that the provider's decision left: any other one has changes that came later. Clocks of two nodes differ.
  decided_version integer,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, order_pk) REFERENCES orders,
  FOREIGN KEY (client_id, requested_by) REFERENCES users,
  CHECK ((state = 'Pendiente') = (decided_at IS NULL))
);
COMMENT ON TABLE modification_requests IS
  'Requests to change an order''s receiver (readings C35), applied at once or waiting for the provider.';
CREATE INDEX modification_requests_client_id_order_pk_requested_at_idx ON modification_requests (client_id, order_pk,
  requested_at DESC);
CREATE INDEX modification_requests_contacts ON modification_requests USING gin (client_id, requested_contacts(before, after));
COMMENT ON INDEX modification_requests_contacts IS 'Finds a receiver that a modification replaced (requests_of_receiver).';
CREATE INDEX modification_requests_replaced ON modification_requests (client_id, decided_at) WHERE replaced IS NOT NULL;
CREATE INDEX modification_requests_waiting ON modification_requests (requested_at, client_id, id) WHERE state = 'Pendiente';
COMMENT ON INDEX modification_requests_waiting IS 'Serves the provider''s queue of modifications.';
CREATE UNIQUE INDEX one_open_modification ON modification_requests (client_id, order_pk) WHERE state = 'Pendiente';
CALL enable_client_isolation('modification_requests');
-- Before and after of a modification are a receiver: the provider reads them in a transaction of the client.
CREATE POLICY provider ON modification_requests TO provider USING (true);
GRANT SELECT, INSERT, UPDATE (state, reason, decided_at, decided_by, decided_by_staff, replaced, decided_version)
  ON modification_requests TO app;
GRANT SELECT (client_id, id, order_pk, order_id, tracking_id, state, requested_at, decided_at, decided_by, decided_by_staff)
  ON modification_requests TO provider;

-- The rules are TypeScript (shared), so a migration lists here the orders that another rule concerns, and a job derives the
-- columns again (stale-orders.ts). Orders are never deleted, so there is no foreign key.
CREATE TABLE stale_orders (
  client_id bigint NOT NULL,
  order_pk bigint NOT NULL,
  PRIMARY KEY (client_id, order_pk)
);
COMMENT ON TABLE stale_orders IS 'Orders whose derived columns must be derived again.';
CALL enable_client_isolation('stale_orders');
GRANT SELECT, DELETE ON stale_orders TO app;

CREATE TABLE staff_notes (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  -- Order that the note is about; null for a note about the client.
  order_pk bigint,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 1000),
  author_staff integer REFERENCES staff,
  author_key integer REFERENCES provider_keys,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, order_pk) REFERENCES orders,
  CHECK (num_nonnulls(author_staff, author_key) = 1)
);
COMMENT ON TABLE staff_notes IS
  'Notes of the provider''s staff about clients and orders. Those about an order may name its receiver, and are deleted when the receiver is masked.';
CREATE INDEX staff_notes_client_id_created_at_id_idx ON staff_notes (client_id, created_at DESC, id DESC);
CREATE INDEX staff_notes_client_id_order_pk_created_at_id_idx ON staff_notes (client_id, order_pk, created_at DESC, id DESC)
  WHERE order_pk IS NOT NULL;
CALL enable_client_isolation('staff_notes');
-- A transaction of the provider chooses one client.
CREATE POLICY provider ON staff_notes TO provider USING (client_id = current_client()) WITH CHECK (client_id = current_client());
GRANT SELECT, INSERT, DELETE ON staff_notes TO provider;
