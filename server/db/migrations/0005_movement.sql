-- What moves parcels: the provider's entry with its keys, the ids of its events, and requests to change an order.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'provider') THEN
    CREATE ROLE provider NOLOGIN;
    GRANT provider TO CURRENT_USER;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another node was faster
END $$;
GRANT USAGE ON SCHEMA public TO provider;

-- The provider sees who its clients are and what they may do, never their orders: those are read client by client.
CREATE POLICY provider ON clients TO provider USING (true) WITH CHECK (true);
CREATE POLICY provider ON users TO provider USING (true);
GRANT SELECT ON clients TO provider;
GRANT UPDATE (prepago, logistica_inversa, fulfillment) ON clients TO provider;
GRANT SELECT (client_id, id, username, email, first_name, last_name, phone, activated_at, created_at) ON users TO provider;
GRANT SELECT, INSERT ON terms, tariffs TO provider;
GRANT SELECT, INSERT, UPDATE ON pickup_points, product_categories TO provider;

-- Who may call the provider's entry: only hashes are kept.
CREATE TABLE operator_keys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
GRANT SELECT, INSERT ON operator_keys TO provider;
GRANT UPDATE (last_used_at, revoked_at) ON operator_keys TO provider;

-- The id that the sender of an event gave it: what is sent again is known by it. Events of clients and of the product
-- itself have none.
ALTER TABLE shipment_events ADD COLUMN event_id text;
CREATE UNIQUE INDEX one_event ON shipment_events (client_id, event_id) WHERE event_id IS NOT NULL;

-- Requests to change an order (readings C35): applied at once, or waiting for the provider.
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
CREATE INDEX ON modification_requests (client_id, order_pk, requested_at DESC);
CREATE UNIQUE INDEX one_open_modification ON modification_requests (client_id, order_pk) WHERE state = 'Pendiente';
CALL belongs_to_client('modification_requests');
CREATE POLICY provider ON modification_requests TO provider USING (true);
GRANT SELECT ON modification_requests TO provider;
GRANT SELECT, INSERT ON modification_requests TO app;
GRANT UPDATE (state, reason, decided_at, decided_by) ON modification_requests TO app;
