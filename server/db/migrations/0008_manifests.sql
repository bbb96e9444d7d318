-- Collections: shipments that a driver takes, and the numbers of their lists.

CREATE TABLE manifest_numbers (
  year smallint PRIMARY KEY,
  last integer NOT NULL
);
COMMENT ON TABLE manifest_numbers IS 'Last manifest number of each year.';

CREATE TABLE manifests (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  year smallint NOT NULL,
  number integer NOT NULL,
  pickup_address_id bigint NOT NULL,
  -- Copy of the address when the manifest was opened.
  sender_address jsonb NOT NULL,
  state text NOT NULL DEFAULT 'abierto' CHECK (state IN ('abierto', 'entregado', 'anulado')),
  -- Totals of the listed shipments.
  orders integer NOT NULL,
  bulks integer NOT NULL,
  weight_g bigint NOT NULL,
  -- Shipments that were collected with the manifest: listed ones, and others of the client.
  collected integer NOT NULL DEFAULT 0,
  surplus integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  closed_at timestamptz,
  closed_by text,
  cancel_reason text,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, pickup_address_id) REFERENCES sender_addresses,
  CHECK ((state = 'abierto') = (closed_at IS NULL)),
  CHECK ((state = 'anulado') = (cancel_reason IS NOT NULL))
);
COMMENT ON TABLE manifests IS 'Lists of shipments that a sender hands over to the provider, numbered by year.';
CREATE UNIQUE INDEX manifests_number ON manifests (year, number);
CALL enable_client_isolation('manifests');
CREATE POLICY provider ON manifests TO provider USING (true);
GRANT SELECT, INSERT, UPDATE ON manifests TO app;
GRANT SELECT ON manifests TO provider;

CREATE TABLE manifest_shipments (
  client_id bigint NOT NULL,
  manifest_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  label text COLLATE "C" NOT NULL,
  -- Place in the printed list; null for a surplus shipment.
  place integer,
  -- Copies of what the manifest prints.
  order_id text NOT NULL,
  n smallint NOT NULL,
  packages smallint NOT NULL,
  zip_code text NOT NULL,
  city text NOT NULL,
  weight_g integer NOT NULL,
  -- Whether the manifest waits for its hand-over.
  open boolean NOT NULL,
  -- Time of the scan; null for a shipment that wasn't handed over.
  collected_at timestamptz,
  PRIMARY KEY (client_id, manifest_id, shipment_id),
  FOREIGN KEY (client_id, manifest_id) REFERENCES manifests,
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments
);
COMMENT ON TABLE manifest_shipments IS
  'Shipments of manifests, and surplus shipments that were handed over with them. Contains no receiver but the destination''s postal code and city.';
CREATE UNIQUE INDEX one_open_manifest ON manifest_shipments (client_id, shipment_id) WHERE open;
CALL enable_client_isolation('manifest_shipments');
CREATE POLICY provider ON manifest_shipments TO provider USING (true);
GRANT SELECT, INSERT, UPDATE ON manifest_shipments TO app;
GRANT SELECT (client_id, manifest_id, shipment_id, open) ON manifest_shipments TO provider;
