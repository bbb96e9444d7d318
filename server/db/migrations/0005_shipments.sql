-- Shipments, their contents, histories and labels.

CREATE TABLE shipments (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  order_pk bigint NOT NULL,
  -- {tracking_id}-{n}; n is never reused.
  label text COLLATE "C" NOT NULL,
  n smallint NOT NULL,
  delivery_mode smallint NOT NULL,
  province char(1),
  -- State as received, and its code if the state is known (readings C17).
  state text NOT NULL,
  state_code text,
  state_at timestamptz NOT NULL DEFAULT current_moment(),
  length_cm integer NOT NULL,
  width_cm integer NOT NULL,
  height_cm integer NOT NULL,
  weight_g integer NOT NULL,
  value_cents bigint NOT NULL,
  -- Cost frozen at creation, and the sum of later adjustments by approved address changes.
  cost_cents bigint NOT NULL,
  adjustment_cents bigint NOT NULL DEFAULT 0,
  pickup_point_code text,
  delivery_date date,
  return_requested_at timestamptz,
  printed boolean NOT NULL DEFAULT false,
  -- Fingerprint and version of the last delivered label (readings C50). NULL and 0 before; the fingerprint is NULL again after masking.
  label_fingerprint bytea,
  label_version smallint NOT NULL DEFAULT 0,
  -- The current label differs from the last delivered one. refreshFlags writes this column and `printed`.
  label_outdated boolean NOT NULL DEFAULT false,
  printable boolean NOT NULL,
  cancellable boolean NOT NULL,
  can_return boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  updated_at timestamptz NOT NULL DEFAULT current_moment(),
  created_on date GENERATED ALWAYS AS (local_day(created_at)) STORED,
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, label),
  UNIQUE (client_id, order_pk, n),
  FOREIGN KEY (client_id, order_pk) REFERENCES orders
);
COMMENT ON TABLE shipments IS 'Shipments: the parcels of orders.';
CREATE INDEX shipments_list ON shipments (client_id, updated_at DESC, id DESC)
  INCLUDE (created_at, delivery_mode, printed, state_code);
-- Includes the id in the sort order, so that an export can resume after any row (keyset).
CREATE INDEX shipments_created ON shipments (client_id, created_at DESC, id DESC)
  INCLUDE (updated_at, delivery_mode, printed, state_code);
-- Without this index, a rare state (an incident among thousands) would require a scan of the whole list.
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
  -- Units that the warehouse has prepared; 0 after a cancellation.
  prepared integer NOT NULL DEFAULT 0 CHECK (prepared BETWEEN 0 AND quantity),
  weight_g integer,
  value_cents bigint,
  PRIMARY KEY (client_id, shipment_id, n),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments,
  FOREIGN KEY (client_id, product_id) REFERENCES products
);
COMMENT ON TABLE shipment_items IS 'Contents of a shipment: copies, because products may be changed or deleted.';
CREATE INDEX ON shipment_items (client_id, product_id) WHERE product_id IS NOT NULL;
CALL enable_client_isolation('shipment_items');
GRANT SELECT, INSERT, UPDATE (prepared) ON shipment_items TO app;

CREATE TABLE shipment_events (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  shipment_id bigint NOT NULL,
  at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT current_moment(),
  state text NOT NULL,
  state_code text,
  reason text,
  -- Id from the event's sender, which makes resending idempotent. Null for events of the product itself.
  event_id text,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments
);
COMMENT ON TABLE shipment_events IS 'History of a shipment, append-only. `at` is the time of the event, `recorded_at` the time of its receipt.';
CREATE INDEX shipment_history ON shipment_events (client_id, shipment_id, at DESC, recorded_at DESC);
CREATE UNIQUE INDEX one_event ON shipment_events (client_id, event_id) WHERE event_id IS NOT NULL;
CALL enable_client_isolation('shipment_events');
GRANT SELECT, INSERT ON shipment_events TO app;

CREATE TABLE label_deliveries (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  shipment_id bigint NOT NULL,
  format text NOT NULL CHECK (format IN ('pdf', 'zpl', 'png')),
  -- 0, with a NULL fingerprint, for imported histories.
  version smallint NOT NULL,
  -- NULL after the receiver was masked.
  fingerprint bytea,
  delivered_at timestamptz NOT NULL DEFAULT current_moment(),
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments
);
COMMENT ON TABLE label_deliveries IS 'Deliveries of labels (readings C22), with the fingerprint of their contents.';
CREATE INDEX ON label_deliveries (client_id, shipment_id);
CALL enable_client_isolation('label_deliveries');
GRANT SELECT, INSERT ON label_deliveries TO app;

-- ── Purpose of each index ─────────────────────────────────────────────────────────────────────────────────────────

COMMENT ON INDEX shipments_pkey IS 'Finds a shipment by id, the rows of a page, and references.';
COMMENT ON INDEX shipments_client_id_label_key IS 'Finds shipments by label or its prefix, also for the provider''s events. Keeps labels unique.';
COMMENT ON INDEX shipments_client_id_order_pk_n_key IS 'Finds the shipments of an order. Keeps their numbers unique.';
COMMENT ON INDEX shipments_list IS 'Serves the list by last change, with or without filters, and the provider''s pages.';
COMMENT ON INDEX shipments_created IS 'Serves the list by creation, exports, and ranges of days by the sort path.';
COMMENT ON INDEX shipments_state IS 'Serves the list of one state.';
COMMENT ON INDEX shipments_day IS 'Serves ranges of days by last change, by the days path.';
COMMENT ON INDEX shipments_pickup_point IS 'Finds orders and shipments by pickup point.';
