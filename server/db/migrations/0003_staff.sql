-- The provider's people with their second factors and sessions, its keys, and what it did with its queues. Only the role `provider`
-- reads these tables.

CREATE TABLE provider_keys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- Limits of a key; NULL for none. `expires_on` is the last day on which the key is valid.
  scopes text[],
  expires_on date,
  networks inet[]
);
COMMENT ON TABLE provider_keys IS 'Keys of the provider’s API. Only hashes are stored.';
GRANT SELECT, INSERT, UPDATE (last_used_at, revoked_at) ON provider_keys TO provider;

CREATE TABLE staff (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  name text NOT NULL DEFAULT '',
  role text NOT NULL,
  -- NULL until the invitation is accepted.
  password_hash text,
  -- Increases with each change of the password. Sessions with an older epoch are invalid.
  password_epoch integer NOT NULL DEFAULT 0,
  -- Who made the password worthless and vouches for the person, as invited_by of staff_invitations, and when; NULL once a new password is
  -- set, the person is suspended, or the other can't give the person's role any more.
  withdrawn_by text,
  withdrawn_at timestamptz,
  created_at timestamptz NOT NULL,
  activated_at timestamptz,
  suspended_at timestamptz,
  CONSTRAINT staff_role CHECK (role IN ('support', 'operations', 'finance', 'admin')),
  CONSTRAINT staff_withdrawn CHECK ((withdrawn_by IS NULL) = (withdrawn_at IS NULL))
);
COMMENT ON TABLE staff IS 'The provider''s staff.';
CREATE UNIQUE INDEX staff_email ON staff (lower(email));
GRANT SELECT, INSERT, UPDATE (name, role, password_hash, password_epoch, withdrawn_by, withdrawn_at, activated_at, suspended_at) ON staff TO provider;

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
  withdrawn_at timestamptz,
  -- Failed attempts to send the mail.
  mail_failures smallint,
  -- Why the last attempt failed, in Spanish; null before the first failure and once the mail was sent.
  mail_problem text,
  -- When the mail server took the mail.
  mail_sent_at timestamptz
);
COMMENT ON TABLE staff_invitations IS 'Invitations of the staff, each valid once. Only hashes are stored.';
-- A person has at most one open invitation.
CREATE UNIQUE INDEX staff_invitations_open ON staff_invitations (staff_id) WHERE used_at IS NULL AND withdrawn_at IS NULL;
GRANT SELECT, INSERT, UPDATE (hash, used_at, withdrawn_at, mail_failures, mail_problem, mail_sent_at)
  ON staff_invitations TO provider;

CREATE TABLE staff_sessions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- SHA-256 of the token, which changes with the second step of a login.
  hash bytea NOT NULL UNIQUE,
  staff_id integer NOT NULL REFERENCES staff,
  password_epoch integer NOT NULL,
  kind text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  -- NULL until the second step. Without it, a session only permits that step.
  factor_at timestamptz,
  network text NOT NULL,
  device text NOT NULL,
  passkey_challenge bytea,
  passkey_challenge_ends_at timestamptz,
  CONSTRAINT staff_session_kind CHECK (kind IN ('browser', 'terminal'))
);
COMMENT ON TABLE staff_sessions IS 'Sessions of the staff, including ended sessions until the upkeep deletes them.';
CREATE INDEX staff_sessions_person ON staff_sessions (staff_id) WHERE revoked_at IS NULL;
GRANT SELECT, INSERT,
  UPDATE (hash, password_epoch, last_seen_at, revoked_at, factor_at, passkey_challenge, passkey_challenge_ends_at)
  ON staff_sessions TO provider;

CREATE TABLE staff_tokens (
  hash bytea PRIMARY KEY,
  staff_id integer NOT NULL REFERENCES staff,
  -- 'vouched-reset' needs no code, because somebody vouches for the person (withdrawn_by); anybody may request a 'reset'.
  purpose text NOT NULL CHECK (purpose IN ('reset', 'vouched-reset')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
COMMENT ON TABLE staff_tokens IS
  'Links by which the staff set a new password, each valid once. Only hashes are stored. A new link deletes the person''s used and expired ones.';
CREATE INDEX staff_tokens_person ON staff_tokens (staff_id);
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON staff_tokens TO provider;

-- The same columns as `user_factors`.
CREATE TABLE staff_factors (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  staff_id integer NOT NULL REFERENCES staff,
  -- 'app' is an authenticator app (TOTP).
  kind text NOT NULL,
  -- Secret of the authenticator app, encrypted by SECRETS_KEY.
  secret bytea,
  -- Last time step whose code was accepted. Only codes of later steps are accepted.
  last_step bigint,
  created_at timestamptz NOT NULL,
  -- NULL until a code confirms the secret.
  confirmed_at timestamptz,
  name text,
  -- Base64url, chosen by the authenticator.
  credential_id text,
  -- COSE key.
  public_key bytea,
  -- Number of signatures; 0 for an authenticator that doesn't count.
  counter bigint,
  transports text[],
  used_at timestamptz,
  CONSTRAINT staff_factors_kind CHECK (kind IN ('app', 'passkey')),
  CONSTRAINT staff_factors_passkey CHECK (kind <> 'passkey' OR (name IS NOT NULL AND credential_id IS NOT NULL
    AND public_key IS NOT NULL AND counter IS NOT NULL AND transports IS NOT NULL AND confirmed_at IS NOT NULL)),
  CONSTRAINT staff_factors_secret CHECK (kind <> 'app' OR secret IS NOT NULL)
);
COMMENT ON TABLE staff_factors IS
  'Second factors of the staff: at most one authenticator app, one that isn''t confirmed yet, and passkeys (kind ''passkey'').';
CREATE UNIQUE INDEX staff_factors_app ON staff_factors (staff_id, (confirmed_at IS NULL)) WHERE kind = 'app';
CREATE UNIQUE INDEX staff_factors_credential ON staff_factors (staff_id, credential_id);
COMMENT ON INDEX staff_factors_credential IS 'A person adds a passkey once. Finds the second factors of a person (staffHasFactor).';
GRANT SELECT, INSERT, UPDATE (secret, last_step, confirmed_at, counter, used_at), DELETE ON staff_factors TO provider;

CREATE TABLE staff_backup_codes (
  staff_id integer NOT NULL REFERENCES staff,
  hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  -- NULL for the ten codes that a person keeps.
  expires_at timestamptz,
  PRIMARY KEY (staff_id, hash)
);
COMMENT ON TABLE staff_backup_codes IS
  'Backup codes of second factors and codes of recovery, which expire; each valid once. Only hashes are stored.';
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON staff_backup_codes TO provider;

-- The queues themselves are read from what waits; this table keeps what people did with them.
CREATE TABLE queue_marks (
  queue text NOT NULL,
  client_id bigint NOT NULL REFERENCES clients,
  subject_id bigint NOT NULL,
  -- Beginning of the cause: a mark of an earlier cause doesn't count.
  since timestamptz NOT NULL,
  assigned_to integer REFERENCES staff,
  snoozed_until timestamptz,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, queue, subject_id)
);
COMMENT ON TABLE queue_marks IS 'Assignments and snoozes of the items of the provider''s queues. Contains no personal value.';
CREATE INDEX queue_marks_assigned ON queue_marks (assigned_to, queue) WHERE assigned_to IS NOT NULL;
CREATE INDEX queue_marks_old ON queue_marks (updated_at);
CALL enable_client_isolation('queue_marks');
CREATE POLICY provider ON queue_marks TO provider USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON queue_marks TO provider;
