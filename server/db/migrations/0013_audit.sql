-- The audit trail: who did what, append-only, with a hash chain for each client. Rows and seals lie in a partition for each month, which is
-- dropped as a whole (decision 0081).

CREATE TABLE audit_log (
  -- 0 for what concerns no client, such as a new tariff.
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  at timestamptz NOT NULL DEFAULT current_moment(),
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'staff', 'key', 'anonymous')),
  actor_id bigint,
  -- Name at the time of the action.
  actor_name text NOT NULL,
  action text NOT NULL,
  -- Public id of what was changed. Never a name, an address or a secret.
  target text,
  -- Names of the changed fields, and those of their values that are not personal.
  fields text[] NOT NULL DEFAULT '{}',
  details jsonb,
  network text NOT NULL,
  request_id text NOT NULL,
  -- Larger than 1 for refusals and for equal rows, which are added up by the minute.
  times integer NOT NULL DEFAULT 1 CHECK (times > 0),
  PRIMARY KEY (client_id, id, at)
) PARTITION BY RANGE (at);
-- Takes what no month takes, such as rows of a clock that is far away: a write never fails for want of a month.
CREATE TABLE audit_log_default PARTITION OF audit_log DEFAULT;
COMMENT ON TABLE audit_log IS 'Audit trail: one row for each writing call or security event. Append-only.';
CREATE INDEX audit_by_actor ON audit_log (actor_id, actor_kind, at DESC, id DESC);
COMMENT ON INDEX audit_by_actor IS
  'Filter of the activity by the id of who acted, also as found by the e-mail; export of a user''s data.';
CREATE INDEX audit_by_actor_name ON audit_log (norm(actor_name), at DESC, id DESC);
COMMENT ON INDEX audit_by_actor_name IS 'Filter of the activity of all clients by the name that who acted had.';
CREATE INDEX audit_by_client ON audit_log (client_id, at DESC, id DESC);
-- Without the actions of every day: they are found in the client's newest rows, and each order would write to this index.
CREATE INDEX audit_by_rare_action ON audit_log (client_id, action, at DESC, id DESC) WHERE action NOT IN ('order.create',
  'label.print', 'session.begin', 'ops.event.record');
COMMENT ON INDEX audit_by_rare_action IS 'Filter of the activity by an action that is rare.';
CREATE INDEX audit_by_target ON audit_log (client_id, target, at DESC, id DESC);
COMMENT ON INDEX audit_by_target IS 'Filter of the activity by the number of what was changed.';
-- Serves the job that seals new rows of all clients.
CREATE INDEX audit_by_time ON audit_log (at, id);
-- With the actions of every day: which of them are rare differs by installation, and one that nobody did would read every row.
CREATE INDEX audit_of_all_by_action ON audit_log (action, at DESC, id DESC);
COMMENT ON INDEX audit_of_all_by_action IS 'Filter of the activity of all clients by the action.';
CALL enable_client_isolation('audit_log');
CREATE POLICY provider ON audit_log TO provider USING (true) WITH CHECK (true);
-- A call without a session, such as a password recovery, adds the row of the account that it found.
CREATE POLICY without_client ON audit_log FOR INSERT TO app WITH CHECK (current_client() IS NULL);
GRANT SELECT, INSERT, UPDATE (times) ON audit_log TO app, provider;

-- Returns the hash of a row that follows another one in its chain.
CREATE FUNCTION audit_hash(previous bytea, entry audit_log) RETURNS bytea
  LANGUAGE sql IMMUTABLE
  RETURN sha256(previous || convert_to(jsonb_build_array(entry.id, entry.client_id,
    (extract(epoch FROM entry.at) * 1000000)::bigint, entry.actor_kind, entry.actor_id, entry.actor_name, entry.action,
    entry.target, entry.fields, entry.details, entry.network, entry.request_id, entry.times)::text, 'UTF8'));

CREATE TABLE audit_seals (
  client_id bigint NOT NULL,
  n bigint NOT NULL,
  audit_id bigint NOT NULL,
  -- Time of the row.
  at timestamptz NOT NULL,
  -- SHA-256 of the client's previous hash and the row.
  hash bytea NOT NULL,
  PRIMARY KEY (client_id, n, at),
  UNIQUE (client_id, audit_id, at)
) PARTITION BY RANGE (at);
CREATE TABLE audit_seals_default PARTITION OF audit_seals DEFAULT;
COMMENT ON TABLE audit_seals IS 'Hash chain of each client over the audit trail, so that a removed or changed row is detected.';
-- Serves the job that seals new rows of all clients.
CREATE INDEX audit_seals_by_time ON audit_seals (at);
CALL enable_client_isolation('audit_seals');

CREATE TABLE audit_heads (
  client_id bigint PRIMARY KEY,
  n bigint NOT NULL,
  -- Hash and row's time of this seal.
  hash bytea NOT NULL,
  at timestamptz NOT NULL
);
COMMENT ON TABLE audit_heads IS 'Last seal of each client, so that the next one is added without a look into each month.';
CALL enable_client_isolation('audit_heads');

CREATE TABLE audit_checkpoints (
  client_id bigint NOT NULL,
  -- First day of the month after the seal's row.
  month date NOT NULL,
  n bigint NOT NULL,
  hash bytea NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (client_id, month)
);
COMMENT ON TABLE audit_checkpoints IS 'Last seal of each client and month. They stay when older rows are deleted.';
CALL enable_client_isolation('audit_checkpoints');

-- Isolates a partition: nobody but the owner reads it, because rights and the policies of clients belong to the whole table.
CREATE PROCEDURE isolate_partition(relation regclass) LANGUAGE plpgsql AS $$
BEGIN
  CALL plan_for_large_clients(relation);
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', relation);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', relation);
  EXECUTE format('CREATE POLICY owner ON %s TO %I USING (true) WITH CHECK (true)', relation, current_user);
END $$;
CALL isolate_partition('audit_log_default');
CALL isolate_partition('audit_seals_default');
