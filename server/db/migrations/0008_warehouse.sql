-- Stock of clients in the provider's warehouse, what of it is reserved for orders, and the fulfillment orders. Whoever
-- writes stock or reservations holds the client's counters (lock_counters), so that its units are given out by one at a time.

CREATE TABLE stock_skus (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  sku text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- When its first units came, and when units last came or went.
  since timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id)
);
COMMENT ON TABLE stock_skus IS 'What a client has in the warehouse, by SKU.';
CREATE UNIQUE INDEX one_stock_sku ON stock_skus (client_id, lower(sku));
CALL enable_client_isolation('stock_skus');
GRANT SELECT, INSERT, UPDATE ON stock_skus TO app;

CREATE TABLE stock_lots (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  sku_id bigint NOT NULL,
  lot text NOT NULL,
  -- The last good day, and the one after which it is critical; null for what doesn't expire.
  expiry date,
  criticality date,
  -- On the shelves, and of those the ones that orders wait for.
  units integer NOT NULL DEFAULT 0 CHECK (units >= 0),
  reserved integer NOT NULL DEFAULT 0 CHECK (reserved BETWEEN 0 AND units),
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, sku_id, lot),
  FOREIGN KEY (client_id, sku_id) REFERENCES stock_skus
);
COMMENT ON TABLE stock_lots IS 'Units of a SKU that came together.';
CALL enable_client_isolation('stock_lots');
GRANT SELECT, INSERT, UPDATE ON stock_lots TO app;

CREATE TABLE stock_receipts (
  client_id bigint NOT NULL,
  receipt_id text COLLATE "C" NOT NULL,
  lot_id bigint NOT NULL,
  units integer NOT NULL CHECK (units <> 0),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, receipt_id),
  FOREIGN KEY (client_id, lot_id) REFERENCES stock_lots
);
COMMENT ON TABLE stock_receipts IS 'Units that came, or went otherwise than by an order, append-only, by the warehouse’s own ids.';
CREATE INDEX ON stock_receipts (client_id, lot_id);
CALL enable_client_isolation('stock_receipts');
GRANT SELECT, INSERT ON stock_receipts TO app;

CREATE TABLE stock_reservations (
  client_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  n smallint NOT NULL,
  lot_id bigint NOT NULL,
  units integer NOT NULL CHECK (units >= 0),
  taken integer NOT NULL DEFAULT 0 CHECK (taken >= 0),
  PRIMARY KEY (client_id, shipment_id, n, lot_id),
  FOREIGN KEY (client_id, shipment_id, n) REFERENCES shipment_items,
  FOREIGN KEY (client_id, lot_id) REFERENCES stock_lots
);
COMMENT ON TABLE stock_reservations IS 'Units of a lot that an item waits for, and those that were taken for it: gone with a cancellation, which gives both back.';
CREATE INDEX ON stock_reservations (client_id, lot_id);
CALL enable_client_isolation('stock_reservations');
GRANT SELECT, INSERT, UPDATE, DELETE ON stock_reservations TO app;

CREATE TABLE fulfillment_orders (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  order_pk bigint NOT NULL,
  -- The order's numbers and mode, which never change: the provider reads what is to be prepared, not orders.
  order_id text NOT NULL,
  tracking_id text COLLATE "C" NOT NULL,
  delivery_mode smallint NOT NULL,
  status text NOT NULL DEFAULT 'Registrado' CHECK (status IN ('Registrado', 'Preparado', 'Cancelado')),
  labels text[] NOT NULL DEFAULT '{}',
  reason text,
  created_at timestamptz NOT NULL,
  status_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, order_pk),
  FOREIGN KEY (client_id, order_pk) REFERENCES orders
);
COMMENT ON TABLE fulfillment_orders IS 'What the warehouse prepares: one for each order of mode 3 or 5, once it is paid or needs no payment (readings C39).';
CREATE INDEX fulfillment_orders_list ON fulfillment_orders (client_id, created_at DESC, id DESC) INCLUDE (status, order_pk);
CREATE INDEX fulfillment_orders_waiting ON fulfillment_orders (client_id, created_at, id) WHERE status = 'Registrado';
CALL enable_client_isolation('fulfillment_orders');
GRANT SELECT, INSERT, UPDATE ON fulfillment_orders TO app;
CREATE POLICY provider ON fulfillment_orders TO provider USING (true);
GRANT SELECT ON fulfillment_orders TO provider;
