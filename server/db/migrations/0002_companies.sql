-- Companies of the senders, and the terms that they accept.

CREATE TABLE terms (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  -- Calls are refused from this time on until the version or a newer one is accepted.
  binds_from timestamptz NOT NULL DEFAULT '-infinity'
);
COMMENT ON TABLE terms IS 'Versions of the terms and conditions.';
GRANT SELECT ON terms TO app;
GRANT SELECT, INSERT ON terms TO provider;

CREATE TABLE clients (
  client_id bigint PRIMARY KEY DEFAULT next_id(),
  razon_social text NOT NULL,
  nombre_empresa text NOT NULL,
  cuit text NOT NULL,
  prepago boolean NOT NULL DEFAULT false,
  logistica_inversa boolean NOT NULL DEFAULT false,
  fulfillment boolean NOT NULL DEFAULT false,
  terms_accepted integer REFERENCES terms,
  terms_accepted_at timestamptz,
  -- WAL position of the primary after the client's last write. Only stored with a replica (decision 0019).
  last_write pg_lsn,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  -- NULL for a registration that waits for the provider's approval.
  approved_at timestamptz DEFAULT current_moment(),
  rejected_at timestamptz,
  rejection_reason text,
  blocked_at timestamptz,
  blocked_reason text,
  -- From when a company requires a second factor of each of its users; NULL if it doesn't.
  factor_required_from timestamptz,
  -- Mail address for buyers, public on the tracking page. Empty without one.
  buyer_email text NOT NULL DEFAULT '',
  -- Phone for buyers, public on the tracking page. Empty without one.
  buyer_phone text NOT NULL DEFAULT ''
);
COMMENT ON TABLE clients IS 'Clients: one row for each company.';
CREATE INDEX clients_cuit ON clients (cuit);
COMMENT ON INDEX clients_cuit IS 'Counts the clients with one CUIT (provider''s client list), finds an approved one (lockCuit).';
CALL enable_client_isolation('clients');
-- The provider sees all clients and their flags, but not their orders: orders are read as one client.
CREATE POLICY provider ON clients TO provider USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (razon_social, nombre_empresa, cuit, terms_accepted, terms_accepted_at, last_write,
  factor_required_from, buyer_email, buyer_phone) ON clients TO app;
GRANT SELECT, UPDATE (razon_social, nombre_empresa, cuit, prepago, logistica_inversa, fulfillment, approved_at, rejected_at,
  rejection_reason, blocked_at, blocked_reason) ON clients TO provider;
