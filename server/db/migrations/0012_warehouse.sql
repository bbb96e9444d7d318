-- Clients' stock in the provider's warehouse, reservations for orders, and fulfillment orders. Writers of stock or reservations
-- must hold the client's mutex (lock_counters), so that units are never assigned twice.

CREATE TABLE stock_skus (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  sku text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- Time of the first receipt, and of the last change of units.
  since timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Position in the warehouse, by which picking lists are sorted; empty until somebody sets it.
  shelf text NOT NULL DEFAULT '',
  -- As products.sku_key.
  sku_key text COLLATE "C" GENERATED ALWAYS AS (folded_key(sku)) STORED,
  PRIMARY KEY (client_id, id)
);
COMMENT ON TABLE stock_skus IS 'SKUs that a client has in the warehouse.';
CREATE UNIQUE INDEX one_stock_sku ON stock_skus (client_id, sku_key);
COMMENT ON INDEX one_stock_sku IS 'Finds stock by SKU. Keeps SKUs unique that look the same (C61).';
CALL enable_client_isolation('stock_skus');
-- The provider reads what expires over all clients.
CREATE POLICY provider ON stock_skus TO provider USING (true);
GRANT SELECT, INSERT, UPDATE ON stock_skus TO app;
GRANT SELECT ON stock_skus TO provider;

CREATE TABLE stock_lots (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  sku_id bigint NOT NULL,
  lot text NOT NULL,
  -- Last good day, and last day before the lot becomes critical; null if the lot doesn't expire.
  expiry date,
  criticality date,
  -- Units on the shelves, and those of them that are reserved for orders.
  units integer NOT NULL DEFAULT 0 CHECK (units >= 0),
  reserved integer NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, sku_id, lot),
  FOREIGN KEY (client_id, sku_id) REFERENCES stock_skus,
  CHECK (reserved BETWEEN 0 AND units)
);
COMMENT ON TABLE stock_lots IS 'Lots: units of a SKU that expire together.';
CREATE INDEX stock_lots_dated ON stock_lots (LEAST(expiry, criticality)) WHERE units > 0;
COMMENT ON INDEX stock_lots_dated IS 'Serves the provider''s list of critical and expired lots.';
CALL enable_client_isolation('stock_lots');
CREATE POLICY provider ON stock_lots TO provider USING (true);
GRANT SELECT, INSERT, UPDATE ON stock_lots TO app;
GRANT SELECT ON stock_lots TO provider;

CREATE TABLE stock_receipts (
  client_id bigint NOT NULL,
  receipt_id text COLLATE "C" NOT NULL,
  lot_id bigint NOT NULL,
  units integer NOT NULL CHECK (units <> 0),
  recorded_at timestamptz NOT NULL DEFAULT current_moment(),
  -- Why a count or a return changed the stock; null for goods that arrived.
  reason text,
  -- As sent, to recognise a repeated receipt or count: the SKU or its bar code, and of a receipt also description, expiry and
  -- criticality. Null for returns; older counts lack it, and older receipts lack it or its SKU.
  sent jsonb,
  PRIMARY KEY (client_id, receipt_id),
  FOREIGN KEY (client_id, lot_id) REFERENCES stock_lots
);
COMMENT ON TABLE stock_receipts IS
  'Receipts: units that arrived, or left otherwise than by an order. Append-only, with the warehouse’s ids.';
CREATE INDEX stock_receipts_client_id_lot_id_idx ON stock_receipts (client_id, lot_id);
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
  FOREIGN KEY (client_id, lot_id) REFERENCES stock_lots,
  FOREIGN KEY (client_id, shipment_id, n) REFERENCES shipment_items
);
COMMENT ON TABLE stock_reservations IS
  'Units of a lot that are reserved for an item, and units taken for it. A cancellation deletes the row and returns both.';
CREATE INDEX stock_reservations_client_id_lot_id_idx ON stock_reservations (client_id, lot_id);
CALL enable_client_isolation('stock_reservations');
GRANT SELECT, INSERT, UPDATE, DELETE ON stock_reservations TO app;

CREATE TABLE stock_returns (
  client_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  recorded_at timestamptz NOT NULL,
  -- Units that went back into stock: [{sku, lot, units}]. Null for a return that was recorded without them.
  units jsonb,
  -- Why other units of the shipment didn't go back. Empty without a reason.
  note text NOT NULL DEFAULT '',
  PRIMARY KEY (client_id, shipment_id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments
);
COMMENT ON TABLE stock_returns IS
  'Returned shipments whose goods were booked back into stock, each shipment once. Their units are receipts.';
CALL enable_client_isolation('stock_returns');
GRANT SELECT, INSERT ON stock_returns TO app;

CREATE TABLE fulfillment_orders (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  order_pk bigint NOT NULL,
  -- Copies of the order's immutable numbers and mode, because the provider can read fulfillment orders but not orders.
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
COMMENT ON TABLE fulfillment_orders IS
  'Fulfillment orders: what the warehouse prepares for an order of mode 3 or 5, once the order is paid or needs no payment (readings C39).';
CREATE INDEX fulfillment_orders_list ON fulfillment_orders (client_id, created_at DESC, id DESC) INCLUDE (status, order_pk);
CREATE INDEX fulfillment_orders_waiting ON fulfillment_orders (client_id, created_at, id) WHERE status = 'Registrado';
CREATE INDEX fulfillment_orders_waiting_all ON fulfillment_orders (created_at, client_id, id) WHERE status = 'Registrado';
COMMENT ON INDEX fulfillment_orders_waiting_all IS 'Serves the provider''s queue of late preparations.';
CALL enable_client_isolation('fulfillment_orders');
CREATE POLICY provider ON fulfillment_orders TO provider USING (true);
GRANT SELECT, INSERT, UPDATE ON fulfillment_orders TO app;
GRANT SELECT ON fulfillment_orders TO provider;
