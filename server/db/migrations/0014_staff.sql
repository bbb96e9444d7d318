-- The provider's staff: people with a role, a second factor and sessions. Only the role `provider` reads these tables.

CREATE TABLE staff (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  name text NOT NULL DEFAULT '',
  role text NOT NULL CONSTRAINT staff_role CHECK (role IN ('support', 'operations', 'finance', 'admin')),
  -- NULL until the invitation is accepted.
  password_hash text,
  -- Increases with each change of the password. Sessions with an older epoch are invalid.
  password_epoch integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  activated_at timestamptz,
  suspended_at timestamptz,
  -- Secrets of the authenticator app, encrypted by SECRETS_KEY: the confirmed one, and one that isn't confirmed yet.
  totp_secret bytea,
  totp_pending bytea,
  -- Last time step whose code was accepted. Only codes of later steps are accepted.
  totp_step bigint,
  totp_confirmed_at timestamptz
);
COMMENT ON TABLE staff IS 'The provider''s staff.';
CREATE UNIQUE INDEX staff_email ON staff (lower(email));
GRANT SELECT, INSERT ON staff TO provider;
GRANT UPDATE (name, role, password_hash, password_epoch, activated_at, suspended_at, totp_secret, totp_pending, totp_step,
  totp_confirmed_at) ON staff TO provider;

CREATE TABLE staff_invitations (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  staff_id integer NOT NULL REFERENCES staff,
  -- SHA-256 of the link's token; NULL until the mail is sent.
  hash bytea UNIQUE,
  -- Who invited: 'key 1' or 'staff 1'.
  invited_by text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  withdrawn_at timestamptz
);
COMMENT ON TABLE staff_invitations IS 'Invitations of the staff, each valid once. Only hashes are stored.';
-- A person has at most one open invitation.
CREATE UNIQUE INDEX staff_invitations_open ON staff_invitations (staff_id) WHERE used_at IS NULL AND withdrawn_at IS NULL;
GRANT SELECT, INSERT, UPDATE (hash, used_at, withdrawn_at) ON staff_invitations TO provider;

CREATE TABLE staff_sessions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- SHA-256 of the token, which changes with the second step of a login.
  hash bytea NOT NULL UNIQUE,
  staff_id integer NOT NULL REFERENCES staff,
  password_epoch integer NOT NULL,
  kind text NOT NULL CONSTRAINT staff_session_kind CHECK (kind IN ('browser', 'terminal')),
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  -- NULL until the second step. Without it, a session only permits that step.
  factor_at timestamptz,
  network text NOT NULL,
  user_agent text NOT NULL
);
COMMENT ON TABLE staff_sessions IS 'Sessions of the staff, including ended sessions until the upkeep deletes them.';
CREATE INDEX staff_sessions_person ON staff_sessions (staff_id) WHERE revoked_at IS NULL;
GRANT SELECT, INSERT, UPDATE (hash, last_seen_at, revoked_at, factor_at) ON staff_sessions TO provider;

CREATE TABLE staff_backup_codes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  staff_id integer NOT NULL REFERENCES staff,
  hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- When the code was used, or replaced by new ones.
  used_at timestamptz
);
COMMENT ON TABLE staff_backup_codes IS 'Backup codes of second factors, each valid once. Only hashes are stored.';
CREATE INDEX staff_backup_codes_unused ON staff_backup_codes (staff_id, hash) WHERE used_at IS NULL;
GRANT SELECT, INSERT, UPDATE (used_at) ON staff_backup_codes TO provider;

-- Deletes up to `most` sessions of the staff that ended more than 30 days ago. Returns how many.
CREATE FUNCTION delete_expired_staff_sessions(moment timestamptz, most integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM staff_sessions WHERE id IN (
      SELECT id FROM staff_sessions WHERE expires_at < moment - interval '30 days' LIMIT most) RETURNING id)
  SELECT count(*)::integer FROM gone
$$;
REVOKE EXECUTE ON FUNCTION delete_expired_staff_sessions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_expired_staff_sessions TO provider;

-- Member of the staff who decided; `decided_by` is the key if a system did.
ALTER TABLE modification_requests ADD COLUMN decided_by_staff integer;
GRANT UPDATE (decided_by_staff) ON modification_requests TO app;
