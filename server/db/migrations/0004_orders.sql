-- Orders, their shipments, what happened to them, and requests to change them.

CREATE TABLE orders (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  tracking_id text COLLATE "C" NOT NULL,
  -- The client's own number.
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
  -- Name of the province as written, and its ISO letter; null when it is none of the 24.
  state text NOT NULL,
  province char(1),
  -- The table of postal codes doesn’t list it, so the province is unconfirmed: the provider looks at these orders.
  zip_unlisted boolean NOT NULL DEFAULT false,
  city text NOT NULL,
  neighborhood_name text NOT NULL,
  other_info text NOT NULL DEFAULT '',
  longitude double precision,
  latitude double precision,
  pickup_address_id bigint NOT NULL,
  -- The collection address as it was when the order was created.
  sender_address jsonb NOT NULL,
  pickup_point jsonb,
  -- Price and payment terms are frozen at creation (readings C26, C41).
  tariff_id integer NOT NULL REFERENCES tariffs,
  prepaid boolean NOT NULL DEFAULT false,
  paid_at timestamptz,
  rate_cents bigint NOT NULL,
  estimated_min date,
  estimated_max date,
  -- Written by the door from shared/rules in the transaction of what they depend on; SQL only reads them.
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
  -- Money came in after the payment was cancelled: the order is neither paid again nor cancelled until that is settled.
  approved_payment boolean NOT NULL DEFAULT false,
  last_modification_state text,
  -- When the night took an order whose every shipment is final out of the quick view 'Con problema' (readings C51).
  incident_closed_at timestamptz,
  -- When its receiver was masked.
  masked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- A column, since row-level security lets no index serve a condition on what functions make of a row.
  created_on date GENERATED ALWAYS AS (local_day(created_at)) STORED,
  name_norm text GENERATED ALWAYS AS (norm(receiver_name || ' ' || first_name || ' ' || last_name)) STORED,
  order_norm text COLLATE "C" GENERATED ALWAYS AS (lower(order_id)) STORED,
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, tracking_id),
  FOREIGN KEY (client_id, pickup_address_id) REFERENCES sender_addresses
);
COMMENT ON TABLE orders IS 'Delivery orders.';
-- readings C9: among the orders that aren't cancelled, the client's number is unique per direction.
CREATE UNIQUE INDEX one_order_number ON orders (client_id, is_reverse, order_id) WHERE cancelled_at IS NULL;
CREATE INDEX orders_list ON orders (client_id, updated_at DESC, id DESC)
  INCLUDE (created_at, delivery_mode, printed, state_group);
CREATE INDEX orders_created ON orders (client_id, created_at DESC, id DESC)
  INCLUDE (updated_at, delivery_mode, printed, state_group);
-- A rare group (an incident among thousands) would cost a walk through the whole list.
CREATE INDEX orders_group ON orders (client_id, state_group, updated_at DESC, id DESC)
  INCLUDE (created_at, delivery_mode, printed);
-- The rows of each day lie in the order of their last change, so that a page takes as many from each day as it shows.
CREATE INDEX orders_day ON orders (client_id, created_on, updated_at DESC, id DESC)
  INCLUDE (delivery_mode, printed, state_group);
CREATE INDEX orders_number ON orders (client_id, order_norm);
-- A new order's name waits in a list that every search by name reads through. At 1 MB, a quarter of the default limit,
-- a rare name took 5.3 ms instead of 0.25, and emptying the list held one writer up for 17 ms. At 128 kB, some 400 orders,
-- it is less than 1 ms for a search and 5 ms for every 400th writer. Without a list each order writes 5 kB more of WAL.
CREATE INDEX orders_name ON orders USING gin (client_id, name_norm gin_trgm_ops) WITH (gin_pending_list_limit = 128);
-- What is masked leaves it, so that years of masked orders cost nothing. Nothing of an order that is due can be printed.
CREATE INDEX orders_not_masked ON orders (client_id, updated_at, id) WHERE masked_at IS NULL AND NOT printable;
CALL enable_client_isolation('orders');
GRANT SELECT, INSERT, UPDATE ON orders TO app;

CREATE TABLE tracking_directory (
  tracking_id text COLLATE "C" PRIMARY KEY,
  client_id bigint NOT NULL,
  order_id bigint NOT NULL
);
COMMENT ON TABLE tracking_directory IS 'Whose a tracking id is, for the public page and the public states.';

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

CREATE TABLE shipments (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  order_pk bigint NOT NULL,
  -- {tracking_id}-{n}; n is never given twice.
  label text COLLATE "C" NOT NULL,
  n smallint NOT NULL,
  delivery_mode smallint NOT NULL,
  province char(1),
  -- The state's text as received, and its code when it is a known one (readings C17).
  state text NOT NULL,
  state_code text,
  state_at timestamptz NOT NULL DEFAULT now(),
  length_cm integer NOT NULL,
  width_cm integer NOT NULL,
  height_cm integer NOT NULL,
  weight_g integer NOT NULL,
  value_cents bigint NOT NULL,
  -- Frozen at creation, and what approved changes of address added to it since.
  cost_cents bigint NOT NULL,
  adjustment_cents bigint NOT NULL DEFAULT 0,
  pickup_point_code text,
  delivery_date date,
  return_requested_at timestamptz,
  printed boolean NOT NULL DEFAULT false,
  -- The label as it was last delivered (readings C50): NULL and 0 before that, NULL again once the receiver is masked.
  label_fingerprint bytea,
  label_version smallint NOT NULL DEFAULT 0,
  -- A label would print something else now. Together with `printed` it is written by refreshFlags.
  label_outdated boolean NOT NULL DEFAULT false,
  printable boolean NOT NULL,
  cancellable boolean NOT NULL,
  can_return boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  created_on date GENERATED ALWAYS AS (local_day(created_at)) STORED,
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, label),
  UNIQUE (client_id, order_pk, n),
  FOREIGN KEY (client_id, order_pk) REFERENCES orders
);
COMMENT ON TABLE shipments IS 'Parcels of orders.';
CREATE INDEX shipments_list ON shipments (client_id, updated_at DESC, id DESC)
  INCLUDE (created_at, delivery_mode, printed, state_code);
-- With the id in its order, so that an export reads on where it stopped.
CREATE INDEX shipments_created ON shipments (client_id, created_at DESC, id DESC)
  INCLUDE (updated_at, delivery_mode, printed, state_code);
-- A rare state (an incident among thousands) would cost a walk through the whole list.
CREATE INDEX shipments_state ON shipments (client_id, state_code, updated_at DESC, id DESC)
  INCLUDE (created_at, delivery_mode, printed);
CREATE INDEX shipments_day ON shipments (client_id, created_on, updated_at DESC, id DESC)
  INCLUDE (delivery_mode, printed, state_code);
CREATE INDEX shipments_pickup_point ON shipments (client_id, pickup_point_code) WHERE pickup_point_code IS NOT NULL;
CALL enable_client_isolation('shipments');
GRANT SELECT, INSERT, UPDATE ON shipments TO app;

CREATE TABLE shipment_items (
  client_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  n smallint NOT NULL,
  product_id bigint,
  sku text NOT NULL,
  name text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  -- Units that the warehouse has prepared; none of what is cancelled.
  prepared integer NOT NULL DEFAULT 0 CHECK (prepared BETWEEN 0 AND quantity),
  weight_g integer,
  value_cents bigint,
  PRIMARY KEY (client_id, shipment_id, n),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments,
  FOREIGN KEY (client_id, product_id) REFERENCES products
);
COMMENT ON TABLE shipment_items IS 'What is in a parcel: a copy, since a product may change or go.';
CREATE INDEX ON shipment_items (client_id, product_id) WHERE product_id IS NOT NULL;
CALL enable_client_isolation('shipment_items');
GRANT SELECT, INSERT, UPDATE (prepared) ON shipment_items TO app;

CREATE TABLE shipment_events (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  shipment_id bigint NOT NULL,
  at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL,
  state_code text,
  reason text,
  -- Given by the sender of the event, so that it is known when it is sent again. Our own events have none.
  event_id text,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments
);
COMMENT ON TABLE shipment_events IS 'What happened to a parcel, append-only. `at` is when it happened, `recorded_at` when we were told.';
CREATE INDEX shipment_history ON shipment_events (client_id, shipment_id, at DESC, recorded_at DESC);
CREATE UNIQUE INDEX one_event ON shipment_events (client_id, event_id) WHERE event_id IS NOT NULL;
CALL enable_client_isolation('shipment_events');
GRANT SELECT, INSERT ON shipment_events TO app;

CREATE TABLE label_deliveries (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  shipment_id bigint NOT NULL,
  format text NOT NULL CHECK (format IN ('pdf', 'zpl', 'png')),
  -- 0 and NULL where the history was imported.
  version smallint NOT NULL,
  -- NULL again once the receiver is masked.
  fingerprint bytea,
  delivered_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments
);
COMMENT ON TABLE label_deliveries IS 'Each time that a label was handed over (readings C22), with what it showed.';
CREATE INDEX ON label_deliveries (client_id, shipment_id);
CALL enable_client_isolation('label_deliveries');
GRANT SELECT, INSERT ON label_deliveries TO app;

CREATE TABLE modification_requests (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  order_pk bigint NOT NULL,
  -- The order's numbers, which never change: the provider reads requests, not orders.
  order_id text NOT NULL,
  tracking_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('Pendiente', 'Aprobado', 'Rechazado')),
  -- The receiver as it was, and as it shall be: the keys of the edit-order payload (D1 §3).
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  -- Why it was rejected.
  reason text,
  -- Cost of the shipments that still travel, before and after the change.
  cost_before_cents bigint NOT NULL,
  cost_after_cents bigint NOT NULL,
  requested_by bigint NOT NULL,
  requested_at timestamptz NOT NULL,
  decided_at timestamptz,
  -- Null when no operator had to decide.
  decided_by integer REFERENCES operator_keys,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, order_pk) REFERENCES orders,
  FOREIGN KEY (client_id, requested_by) REFERENCES users,
  CHECK ((state = 'Pendiente') = (decided_at IS NULL))
);
COMMENT ON TABLE modification_requests IS 'Requests to change an order (readings C35): applied at once, or waiting for the provider.';
CREATE INDEX ON modification_requests (client_id, order_pk, requested_at DESC);
CREATE UNIQUE INDEX one_open_modification ON modification_requests (client_id, order_pk) WHERE state = 'Pendiente';
CALL enable_client_isolation('modification_requests');
GRANT SELECT, INSERT, UPDATE (state, reason, decided_at, decided_by) ON modification_requests TO app;
CREATE POLICY provider ON modification_requests TO provider USING (true);
GRANT SELECT ON modification_requests TO provider;

-- Orders whose derived columns were written by an older rule. The rule lives in shared/rules, so a migration names the
-- orders and a job of the new version derives them anew (server/features/order/stale-orders.ts). Orders are never deleted,
-- hence no reference.
CREATE TABLE stale_orders (
  client_id bigint NOT NULL,
  order_pk bigint NOT NULL,
  PRIMARY KEY (client_id, order_pk)
);
COMMENT ON TABLE stale_orders IS 'Orders whose derived columns an older rule wrote.';
CALL enable_client_isolation('stale_orders');
GRANT SELECT, DELETE ON stale_orders TO app;

CREATE FUNCTION clients_with_stale_orders() RETURNS TABLE (client_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT DISTINCT s.client_id FROM stale_orders s $$;
REVOKE EXECUTE ON FUNCTION clients_with_stale_orders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION clients_with_stale_orders TO app;

-- ── Search by name ────────────────────────────────────────────────────────────────────────────────────────────────
-- LIKE isn't leakproof, so row-level security keeps the planner off the trigram index. The function runs as the owner
-- and takes the client from the transaction, never from an argument. A function of its own owner's rights is never
-- inlined, which also fences the match: mixed with a list's order the planner may turn from it.

-- It answers all that lists filter and sort by, so that no row has to be visited twice.
CREATE FUNCTION orders_named(pattern text) RETURNS TABLE (
    id bigint, updated_at timestamptz, created_at timestamptz, delivery_mode smallint, printed boolean,
    state_group text, tracking_id text, order_norm text
  )
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
    SELECT o.id, o.updated_at, o.created_at, o.delivery_mode, o.printed, o.state_group, o.tracking_id, o.order_norm
    FROM orders o WHERE o.client_id = current_client() AND o.name_norm LIKE pattern
  $$;

-- ── Who reads the indexes: one without a reader would be written for nobody ───────────────────────────────────────

COMMENT ON INDEX orders_pkey IS 'Read for an order by its id, the rows of a page, and references.';
COMMENT ON INDEX orders_client_id_tracking_id_key IS 'Read for orders by tracking id or its beginning. Keeps it unique.';
COMMENT ON INDEX one_order_number IS 'Read for the orders that a file names. Keeps a number unique per direction (C9).';
COMMENT ON INDEX orders_list IS 'Read for the list by last change, with or without filters, and the palette''s latest orders.';
COMMENT ON INDEX orders_created IS 'Read for the list by creation, and ranges of days that are sorted.';
COMMENT ON INDEX orders_group IS 'Read for the list of one quick view, and incidents that the night closes.';
COMMENT ON INDEX orders_day IS 'Read for ranges of days by last change, day by day.';
COMMENT ON INDEX orders_number IS 'Read for orders by the client''s own number or its beginning.';
COMMENT ON INDEX orders_name IS 'Read for orders by a part of a name (orders_named).';
COMMENT ON INDEX orders_not_masked IS 'Read at night for receivers that are due to be masked (mask_due_orders).';
COMMENT ON INDEX shipments_pkey IS 'Read for a shipment by its id, the rows of a page, and references.';
COMMENT ON INDEX shipments_client_id_label_key IS 'Read for shipments by label or its beginning, and the provider''s events. Keeps it unique.';
COMMENT ON INDEX shipments_client_id_order_pk_n_key IS 'Read for the shipments of an order. Keeps their numbers unique.';
COMMENT ON INDEX shipments_list IS 'Read for the list by last change, with or without filters, and the provider''s pages.';
COMMENT ON INDEX shipments_created IS 'Read for the list by creation, exports, and ranges of days that are sorted.';
COMMENT ON INDEX shipments_state IS 'Read for the list of one state.';
COMMENT ON INDEX shipments_day IS 'Read for ranges of days by last change, day by day.';
COMMENT ON INDEX shipments_pickup_point IS 'Read for orders and shipments by pickup point.';
