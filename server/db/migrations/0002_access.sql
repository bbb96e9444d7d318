-- Clients, users, sessions, and the directories that find them before the client of a request is known.

CREATE TABLE terms (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT current_moment()
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
  created_at timestamptz NOT NULL DEFAULT current_moment()
);
COMMENT ON TABLE clients IS 'Clients: one row for each company.';
CALL enable_client_isolation('clients');
GRANT SELECT, INSERT, UPDATE (razon_social, nombre_empresa, cuit, terms_accepted, terms_accepted_at, last_write) ON clients TO app;
-- The provider sees all clients and their flags, but not their orders: orders are read as one client.
CREATE POLICY provider ON clients TO provider USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE (prepago, logistica_inversa, fulfillment) ON clients TO provider;

CREATE TABLE users (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  username text NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text NOT NULL,
  password_hash text NOT NULL,
  -- Increases with each change of the password. Sessions with an older epoch are invalid.
  password_epoch integer NOT NULL DEFAULT 1,
  -- Number of registrations with this address before its activation. With several, no password is kept.
  registrations integer NOT NULL DEFAULT 1,
  activated_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  PRIMARY KEY (client_id, id)
);
COMMENT ON TABLE users IS 'Users: logins of one client.';
CALL enable_client_isolation('users');
GRANT SELECT, INSERT ON users TO app;
GRANT UPDATE (username, first_name, last_name, phone, password_hash, password_epoch, registrations, activated_at) ON users TO app;
CREATE POLICY provider ON users TO provider USING (true);
GRANT SELECT (client_id, id, username, email, first_name, last_name, phone, activated_at, created_at) ON users TO provider;

CREATE TABLE operator_keys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
COMMENT ON TABLE operator_keys IS 'Keys of the operator API. Only hashes are stored.';
GRANT SELECT, INSERT, UPDATE (last_used_at, revoked_at) ON operator_keys TO provider;

CREATE TABLE sessions (
  client_id bigint NOT NULL,
  id uuid NOT NULL,
  user_id bigint NOT NULL,
  password_epoch integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  last_seen_at timestamptz NOT NULL DEFAULT current_moment(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
COMMENT ON TABLE sessions IS 'Sessions of users, including ended sessions until the upkeep deletes them.';
CREATE INDEX ON sessions (client_id, user_id) WHERE revoked_at IS NULL;
CALL enable_client_isolation('sessions');
-- A change of the password ends all sessions except the current one, which gets the new epoch.
GRANT SELECT, INSERT, UPDATE (password_epoch, last_seen_at, revoked_at) ON sessions TO app;

CREATE TABLE one_time_tokens (
  client_id bigint NOT NULL,
  hash bytea NOT NULL,
  user_id bigint NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('activation', 'reset')),
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (client_id, hash),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
COMMENT ON TABLE one_time_tokens IS 'Activation and reset links, each valid once. Only hashes are stored.';
CREATE INDEX ON one_time_tokens (client_id, user_id, purpose);
CALL enable_client_isolation('one_time_tokens');
GRANT SELECT, INSERT, UPDATE (used_at) ON one_time_tokens TO app;

CREATE TABLE rate_limits (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  window_ends_at timestamptz NOT NULL,
  blocked_until timestamptz NOT NULL
);
COMMENT ON TABLE rate_limits IS 'Rate limits across all nodes (login, mail). The key contains a hash, never a name or an address.';
-- Counting an attempt deletes expired rows.
CREATE INDEX rate_limits_expired ON rate_limits (window_ends_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limits TO app;

CREATE TABLE idempotency_keys (
  client_id bigint NOT NULL REFERENCES clients,
  key text NOT NULL,
  call text NOT NULL,
  body_hash bytea NOT NULL,
  response jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  PRIMARY KEY (client_id, key)
);
COMMENT ON TABLE idempotency_keys IS 'Idempotency keys: responses of writes that their sender may repeat (readings S17).';
CALL enable_client_isolation('idempotency_keys');
-- DELETE: a payment that could not be opened frees its key for a retry.
GRANT SELECT, INSERT, DELETE ON idempotency_keys TO app;

-- ── Directory ─────────────────────────────────────────────────────────────────────────────────────────────────────
-- The only tables with names of all clients. The role app can't read them; functions return one row of ids.

CREATE TABLE user_directory (
  username_norm text PRIMARY KEY,
  email_norm text NOT NULL UNIQUE,
  client_id bigint NOT NULL,
  user_id bigint NOT NULL
);
COMMENT ON TABLE user_directory IS 'Client and user of a user name or an email address.';

CREATE TABLE session_directory (
  id uuid PRIMARY KEY,
  client_id bigint NOT NULL
);
COMMENT ON TABLE session_directory IS 'Client of a session.';

CREATE TABLE token_directory (
  hash bytea PRIMARY KEY,
  client_id bigint NOT NULL
);
COMMENT ON TABLE token_directory IS 'Client of an activation or reset link.';

CREATE FUNCTION find_user(login text, OUT client_id bigint, OUT user_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT d.client_id, d.user_id FROM user_directory d WHERE d.username_norm = norm(login) $$;

CREATE FUNCTION find_user_by_email(address text, OUT client_id bigint, OUT user_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT d.client_id, d.user_id FROM user_directory d WHERE d.email_norm = lower(address) $$;

CREATE FUNCTION find_session(session uuid) RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT client_id FROM session_directory WHERE id = session $$;

CREATE FUNCTION find_token(token_hash bytea) RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT client_id FROM token_directory WHERE hash = token_hash $$;

-- Triggers maintain the directories, so that no writer can forget them.
CREATE FUNCTION add_to_directory() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'users' THEN INSERT INTO user_directory VALUES (norm(NEW.username), lower(NEW.email), NEW.client_id, NEW.id);
    WHEN 'sessions' THEN INSERT INTO session_directory VALUES (NEW.id, NEW.client_id);
    WHEN 'one_time_tokens' THEN INSERT INTO token_directory VALUES (NEW.hash, NEW.client_id);
  END CASE;
  RETURN NULL;
END $$;
CREATE TRIGGER directory AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION add_to_directory();
CREATE TRIGGER directory AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION add_to_directory();
CREATE TRIGGER directory AFTER INSERT ON one_time_tokens FOR EACH ROW EXECUTE FUNCTION add_to_directory();

CREATE FUNCTION update_directory_username() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE user_directory SET username_norm = norm(NEW.username) WHERE username_norm = norm(OLD.username);
  RETURN NULL;
END $$;
CREATE TRIGGER directory_username AFTER UPDATE OF username ON users
  FOR EACH ROW WHEN (OLD.username <> NEW.username) EXECUTE FUNCTION update_directory_username();
