-- Tariffs of single clients. A tariff of a client has no first day of its own: a node of the previous version, which takes the latest tariff,
-- never uses it.

ALTER TABLE tariffs ADD COLUMN for_client bigint;
COMMENT ON COLUMN tariffs.for_client IS
  'The only client that the tariff may price; valid_from is infinity, and client_tariffs says from when. NULL for a general tariff.';
ALTER TABLE tariffs ENABLE ROW LEVEL SECURITY;
CREATE POLICY client ON tariffs TO app USING (for_client IS NULL OR for_client = current_client());
CREATE POLICY provider ON tariffs TO provider USING (true) WITH CHECK (true);

CREATE TABLE client_tariffs (
  client_id bigint NOT NULL REFERENCES clients (client_id),
  id bigint NOT NULL DEFAULT next_id(),
  valid_from date NOT NULL,
  -- NULL from the day on which the general tariff applies again.
  tariff_id integer REFERENCES tariffs,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id)
);
COMMENT ON TABLE client_tariffs IS 'From which day a client has a tariff of its own, or the general one again. The latest row of a day applies.';
CREATE INDEX client_tariffs_valid ON client_tariffs (client_id, valid_from DESC, created_at DESC, id DESC);
CALL enable_client_isolation('client_tariffs');
CREATE POLICY provider ON client_tariffs TO provider USING (true) WITH CHECK (true);
GRANT SELECT ON client_tariffs TO app;
GRANT SELECT, INSERT ON client_tariffs TO provider;
