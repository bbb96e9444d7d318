-- Shipments of orders: contents, histories, labels, results.

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
  -- Fingerprint and version of the last delivered label (readings C50). NULL and 0 before; the fingerprint is NULL after masking.
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
  -- First promise, made when the label is first printed or, without a printed label, at the collection. It never changes.
  promised_min date,
  promised_max date,
  -- Last promised day; NULL without a promise.
  promised_on date,
  -- promised_on while the shipment is awaited, else NULL. refreshFlags writes it, and of an order the first of its shipments.
  due_on date,
  -- Day of the first event after the shipment left its sender, superseded events left out. NULL before, and for shipments that
  -- ended before this column existed.
  collected_on date,
  -- promised_on is the promise_days-th working day after this day. NULL without a promise, and for one from before.
  promise_after date,
  -- See promise_after.
  promise_days smallint,
  -- What the last measurement adds to the cost, by the tariff of the order and its destination. Beside adjustment_cents,
  -- which contains the changes of address.
  measured_adjustment_cents bigint NOT NULL DEFAULT 0,
  -- When the last measurement was recorded, if it exceeds what was declared so far that it adds nothing to the cost until a
  -- person confirms it. NULL for others.
  measured_doubt_at timestamptz,
  -- Event whose measurement a person confirmed; another measurement isn't confirmed by it.
  measured_confirmed_id bigint,
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, label),
  UNIQUE (client_id, order_pk, n),
  FOREIGN KEY (client_id, order_pk) REFERENCES orders
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE shipments IS 'Shipments of orders, each with a label of its own.';
COMMENT ON INDEX shipments_pkey IS 'Finds a shipment by id, the rows of a page, and references.';
COMMENT ON INDEX shipments_client_id_label_key IS 'Finds shipments by label or its prefix, also for the provider''s events. Keeps labels unique.';
COMMENT ON INDEX shipments_client_id_order_pk_n_key IS 'Finds the shipments of an order. Keeps their numbers unique.';
CREATE INDEX shipments_collected ON shipments (client_id, collected_on, id) INCLUDE (cost_cents, adjustment_cents, state_code)
  WHERE collected_on IS NOT NULL;
COMMENT ON INDEX shipments_collected IS 'Serves a month''s charges, of all clients and of one.';
-- Includes the id in the sort order, so that an export can resume after any row (keyset).
CREATE INDEX shipments_created ON shipments (client_id, created_at DESC, id DESC) INCLUDE (updated_at, delivery_mode, printed,
  state_code);
COMMENT ON INDEX shipments_created IS 'Serves the list by creation, exports, and ranges of days by the sort path.';
CREATE INDEX shipments_day ON shipments (client_id, created_on, updated_at DESC, id DESC) INCLUDE (delivery_mode, printed,
  state_code);
COMMENT ON INDEX shipments_day IS 'Serves ranges of days by last change, by the days path.';
CREATE INDEX shipments_due ON shipments (client_id, due_on, id) WHERE due_on IS NOT NULL;
COMMENT ON INDEX shipments_due IS 'Serves the list of late shipments and the sort by due date.';
CREATE INDEX shipments_in_trouble ON shipments (state_at, client_id, id) INCLUDE (state_code) WHERE state_code IN ('no_retirado',
  'no_entregado', 'direccion_corregir', 'demorado', 'rescate_solicitado', 'devolucion_solicitada');
COMMENT ON INDEX shipments_in_trouble IS 'Serves the provider''s queues of incidents and returns.';
CREATE INDEX shipments_list ON shipments (client_id, updated_at DESC, id DESC) INCLUDE (created_at, delivery_mode, printed,
  state_code);
COMMENT ON INDEX shipments_list IS 'Serves the list by last change, with or without filters, and the provider''s pages.';
CREATE INDEX shipments_measured_doubt ON shipments (measured_doubt_at, client_id, id) WHERE measured_doubt_at IS NOT NULL;
COMMENT ON INDEX shipments_measured_doubt IS 'Serves the provider''s queue of measurements that wait for a person.';
CREATE INDEX shipments_moving ON shipments (state_at, client_id, id) WHERE state_code IN ('retirado', 'admitido_sucursal',
  'recibido_cd', 'controlado', 'procesado', 'descargado', 'despachado', 'en_transito', 'en_sucursal_destino', 'en_curso',
  'notificado', 'visitado', 'reprogramado', 'redespacho', 'en_revision', 'entrega_parcial', 'rechazado', 'devolucion',
  'transito_remitente');
COMMENT ON INDEX shipments_moving IS 'Serves the provider''s queue of shipments without news.';
CREATE INDEX shipments_pickup_point ON shipments (client_id, pickup_point_code) WHERE pickup_point_code IS NOT NULL;
COMMENT ON INDEX shipments_pickup_point IS 'Finds orders and shipments by pickup point.';
CREATE INDEX shipments_promised ON shipments (due_on, client_id, id) WHERE due_on IS NOT NULL;
COMMENT ON INDEX shipments_promised IS 'Serves the provider''s queue of overdue promises.';
-- Without this index, a rare state (an incident among thousands) would require a scan of the whole list.
CREATE INDEX shipments_state ON shipments (client_id, state_code, updated_at DESC, id DESC) INCLUDE (created_at, delivery_mode,
  printed);
COMMENT ON INDEX shipments_state IS 'Serves the list of one state.';
CREATE INDEX shipments_to_collect ON shipments (client_id, order_pk, id) INCLUDE (weight_g) WHERE printed AND NOT label_outdated
  AND delivery_mode IN (1, 2) AND state_code IN ('registrado', 'en_preparacion', 'listo_despacho', 'planificado',
  'pendiente_retiro', 'no_retirado');
COMMENT ON INDEX shipments_to_collect IS 'Serves the provider''s collections: printed shipments that wait at their senders.';
CALL enable_client_isolation('shipments');
-- The provider sees shipments and orders of all clients without their persons: no receiver, address, value or content.
CREATE POLICY provider ON shipments TO provider USING (true);
GRANT SELECT, INSERT, UPDATE ON shipments TO app;
GRANT SELECT (client_id, id, order_pk, label, n, delivery_mode, state, state_code, state_at, weight_g, cost_cents,
  adjustment_cents, printed, label_outdated, created_at, promised_on, due_on, collected_on, promise_after, promise_days,
  measured_adjustment_cents, measured_doubt_at) ON shipments TO provider;

CREATE TABLE shipment_items (
  client_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  n smallint NOT NULL,
  product_id bigint,
  sku text NOT NULL,
  name text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  -- Units that the warehouse has prepared; 0 after a cancellation.
  prepared integer NOT NULL DEFAULT 0,
  weight_g integer,
  value_cents bigint,
  PRIMARY KEY (client_id, shipment_id, n),
  FOREIGN KEY (client_id, product_id) REFERENCES products,
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments,
  CHECK (prepared BETWEEN 0 AND quantity)
);
COMMENT ON TABLE shipment_items IS 'Contents of a shipment: copies, because products may be changed or deleted.';
CREATE INDEX shipment_items_client_id_product_id_idx ON shipment_items (client_id, product_id) WHERE product_id IS NOT NULL;
CALL enable_client_isolation('shipment_items');
CREATE POLICY provider ON shipment_items TO provider USING (true);
GRANT SELECT, INSERT, UPDATE (prepared) ON shipment_items TO app;
GRANT SELECT (client_id, shipment_id, n, product_id, quantity) ON shipment_items TO provider;

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
  actor_kind text,
  actor_name text,
  -- Weight that the provider measured. NULL for an event without a measurement.
  measured_weight_g integer,
  -- Measured length. NULL if only the weight was measured; so for width and height.
  measured_length_cm integer,
  -- See measured_length_cm.
  measured_width_cm integer,
  -- See measured_length_cm.
  measured_height_cm integer,
  -- A history lies together.
  PRIMARY KEY (client_id, shipment_id, id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments
);
COMMENT ON TABLE shipment_events IS
  'History of a shipment, append-only. `at` is the time of the event, `recorded_at` the time of its receipt.';
CREATE UNIQUE INDEX one_event ON shipment_events (client_id, shipment_id, event_id) WHERE event_id IS NOT NULL;
CALL enable_client_isolation('shipment_events');
GRANT SELECT, INSERT ON shipment_events TO app;

-- Histories stay append-only: a correction is an event of its own, and a row here says which event it supersedes (readings C57).
CREATE TABLE event_corrections (
  client_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  -- The superseded event. The key makes the first of two concurrent corrections win.
  wrong_id bigint NOT NULL,
  -- The event that supersedes it.
  correction_id bigint NOT NULL,
  -- Name of the key or the person at the time of the correction.
  corrected_by text NOT NULL,
  -- For the provider only. NULL after the receiver was masked.
  reason text,
  corrected_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, shipment_id, wrong_id),
  UNIQUE (client_id, shipment_id, correction_id),
  FOREIGN KEY (client_id, shipment_id, correction_id) REFERENCES shipment_events,
  FOREIGN KEY (client_id, shipment_id, wrong_id) REFERENCES shipment_events
);
COMMENT ON TABLE event_corrections IS
  'Superseded events of shipments, append-only. A superseded event stays in the history and decides nothing.';
COMMENT ON INDEX event_corrections_client_id_shipment_id_correction_id_key IS 'Finds the event that a correction supersedes.';
COMMENT ON INDEX event_corrections_pkey IS 'Finds the correction of an event. Keeps one correction for each.';
CALL enable_client_isolation('event_corrections');
GRANT SELECT, INSERT ON event_corrections TO app;

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
CREATE INDEX label_deliveries_client_id_shipment_id_idx ON label_deliveries (client_id, shipment_id);
CALL enable_client_isolation('label_deliveries');
GRANT SELECT, INSERT ON label_deliveries TO app;

CREATE TABLE provider_prints (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  shipment_id bigint NOT NULL,
  format text NOT NULL CHECK (format IN ('pdf', 'zpl')),
  version smallint NOT NULL,
  -- Whether the label replaced an outdated one of a collected shipment.
  relabelled boolean NOT NULL,
  printed_by text NOT NULL,
  printed_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments
);
COMMENT ON TABLE provider_prints IS 'Labels that the provider printed. The sender''s are in label_deliveries.';
CREATE INDEX provider_prints_client_id_shipment_id_printed_at_idx ON provider_prints (client_id, shipment_id, printed_at DESC);
CALL enable_client_isolation('provider_prints');
GRANT SELECT, INSERT ON provider_prints TO app;

CREATE TABLE reschedule_requests (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  shipment_id bigint NOT NULL,
  -- Copies of immutable names, because the provider can read requests but not orders.
  label text NOT NULL,
  order_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('Pendiente', 'Aprobado', 'Rechazado')),
  wanted_on date NOT NULL,
  note text NOT NULL,
  -- Reason of a rejection.
  reason text,
  requested_by bigint NOT NULL,
  requested_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by integer REFERENCES provider_keys,
  decided_by_staff integer,
  -- The last promised day that an acceptance replaced.
  replaced_promise date,
  -- As shipments.promise_after, of the promise that an acceptance replaced.
  replaced_after date,
  -- As shipments.promise_days, of the promise that an acceptance replaced.
  replaced_days smallint,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, requested_by) REFERENCES users,
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments,
  CHECK ((state = 'Pendiente') = (decided_at IS NULL))
);
COMMENT ON TABLE reschedule_requests IS 'Requests to deliver a shipment on another day, decided by the provider.';
CREATE UNIQUE INDEX one_open_reschedule ON reschedule_requests (client_id, shipment_id) WHERE state = 'Pendiente';
CREATE INDEX reschedule_requests_client_id_shipment_id_requested_at_idx ON reschedule_requests (client_id, shipment_id,
  requested_at DESC);
CREATE INDEX reschedule_requests_waiting ON reschedule_requests (requested_at, client_id, id) WHERE state = 'Pendiente';
COMMENT ON INDEX reschedule_requests_waiting IS 'Serves the provider''s queue of reschedules.';
CALL enable_client_isolation('reschedule_requests');
-- A note may name a receiver: the provider reads it in a transaction of the client.
CREATE POLICY provider ON reschedule_requests TO provider USING (true);
GRANT SELECT, INSERT, UPDATE (state, reason, decided_at, decided_by, decided_by_staff, replaced_promise, replaced_after,
  replaced_days) ON reschedule_requests TO app;
GRANT SELECT (client_id, id, shipment_id, label, order_id, state, requested_at, decided_at, decided_by, decided_by_staff)
  ON reschedule_requests TO provider;

-- Promised days, visits and reasons are read from the whole history once, when a delivery fails or ends, so that figures of a period
-- don't read events.
CREATE TABLE delivery_results (
  client_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  -- Day of creation, by which statistics choose.
  created_on date NOT NULL,
  province char(1),
  -- NULL while the shipment is on its way.
  ended text CHECK (ended IN ('delivered', 'undelivered')),
  -- Within the first promise; NULL without one, and for shipments that the sender asked back.
  on_time boolean,
  failed_visits smallint NOT NULL,
  -- Known reason of the last failed visit: free text of the provider stays in the history.
  failure text,
  -- Working days from collection to delivery.
  transit_days smallint,
  PRIMARY KEY (client_id, shipment_id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments
);
COMMENT ON TABLE delivery_results IS
  'Results of deliveries that failed or ended: one row per such shipment, without personal data.';
CREATE INDEX delivery_results_created ON delivery_results (client_id, created_on) INCLUDE (shipment_id, province, ended, on_time,
  failed_visits, failure, transit_days);
COMMENT ON INDEX delivery_results_created IS
  'Serves the figures of a period, and the lists behind them, without reading the table.';
CALL enable_client_isolation('delivery_results');
GRANT SELECT, INSERT, UPDATE, DELETE ON delivery_results TO app;
