-- Users of a company: logins, second factors, sessions, links by mail, and the directories that find them before the client of a
-- request is known.

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
  -- Registrations with the address before its activation; 0 for an owner whom the provider invited, whom no registration
  -- replaces.
  registrations integer NOT NULL DEFAULT 1,
  activated_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  role text NOT NULL DEFAULT 'owner',
  -- A removed user keeps the row, which orders, uploads and payments refer to.
  suspended_at timestamptz,
  removed_at timestamptz,
  invited_by bigint,
  -- The provider's block, independent of the company's suspension (`suspended_at`).
  blocked_at timestamptz,
  blocked_reason text,
  -- Time when the user's name and address were masked, after the user was removed.
  masked_at timestamptz,
  -- When the provider last corrected the e-mail; NULL if never.
  email_corrected_at timestamptz,
  -- When the former address stopped the last correction: until the next one, the e-mail resets no password. NULL if it didn't.
  email_stopped_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, invited_by) REFERENCES users,
  CONSTRAINT users_role CHECK (role IN ('owner', 'admin', 'operations', 'billing', 'viewer'))
);
COMMENT ON TABLE users IS 'Users: logins of one client.';
CREATE INDEX users_by_email ON users (lower(email));
COMMENT ON INDEX users_by_email IS 'Finds whose activity the provider looks for.';
CALL enable_client_isolation('users');
CREATE POLICY provider ON users TO provider USING (true);
GRANT SELECT, INSERT, UPDATE (username, first_name, last_name, phone, password_hash, password_epoch, registrations, activated_at,
  role, suspended_at, removed_at, email_stopped_at) ON users TO app;
GRANT SELECT (client_id, id, username, email, first_name, last_name, phone, activated_at, created_at, role, suspended_at,
  removed_at, blocked_at, blocked_reason), UPDATE (email, first_name, last_name, phone, blocked_at, blocked_reason,
  email_corrected_at, email_stopped_at) ON users TO provider;

CREATE TABLE user_invitations (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'operations', 'billing', 'viewer')),
  -- Hash of the link's token; null until the mail is sent, and for an address that has an account.
  hash bytea,
  invited_by bigint NOT NULL,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, hash),
  FOREIGN KEY (client_id, invited_by) REFERENCES users
);
COMMENT ON TABLE user_invitations IS
  'Invitations to a company. Open ones are neither accepted nor withdrawn; expired ones can be sent again.';
CREATE UNIQUE INDEX user_invitations_open ON user_invitations (client_id, lower(email)) WHERE accepted_at IS NULL
  AND withdrawn_at IS NULL;
CALL enable_client_isolation('user_invitations');
GRANT SELECT, INSERT, UPDATE (hash, invited_by, sent_at, expires_at, accepted_at, withdrawn_at) ON user_invitations TO app;

CREATE TABLE sessions (
  client_id bigint NOT NULL,
  id uuid NOT NULL,
  user_id bigint NOT NULL,
  password_epoch integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  last_seen_at timestamptz NOT NULL DEFAULT current_moment(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  device text NOT NULL DEFAULT '',
  network text NOT NULL DEFAULT '',
  -- When the second step of the login was done. A session without it only permits that step, if its user has a second factor.
  factor_at timestamptz,
  -- When a code of the second factor was last given in the session.
  code_at timestamptz,
  -- The challenge that a session answers by a passkey, until it is answered once.
  passkey_challenge bytea,
  passkey_challenge_ends_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
COMMENT ON TABLE sessions IS 'Sessions of users, including ended sessions until the upkeep deletes them.';
CREATE INDEX sessions_client_id_user_id_idx ON sessions (client_id, user_id) WHERE revoked_at IS NULL;
CALL enable_client_isolation('sessions');
-- A change of the password ends all sessions except the current one, which gets the new epoch.
GRANT SELECT, INSERT, UPDATE (password_epoch, last_seen_at, revoked_at, factor_at, code_at, passkey_challenge,
  passkey_challenge_ends_at) ON sessions TO app;

CREATE TABLE known_devices (
  client_id bigint NOT NULL,
  user_id bigint NOT NULL,
  -- SHA-256 of the device's cookie, or of the network and the name of a program without cookies.
  hash bytea NOT NULL,
  first_seen_at timestamptz NOT NULL,
  -- To the day.
  last_seen_at timestamptz NOT NULL,
  -- Whether the first login was reported by mail.
  reported boolean NOT NULL,
  PRIMARY KEY (client_id, user_id, hash),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
COMMENT ON TABLE known_devices IS 'Devices that a user has logged in from. A login from another one is reported by mail.';
CALL enable_client_isolation('known_devices');
GRANT SELECT, INSERT, UPDATE (last_seen_at), DELETE ON known_devices TO app;

CREATE TABLE one_time_tokens (
  client_id bigint NOT NULL,
  hash bytea NOT NULL,
  user_id bigint NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('activation', 'reset', 'email-old', 'email-new', 'factor-recovery',
    'email-correction')),
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- Whether this link activated the account. Opened again, it answers the same and changes nothing.
  activated boolean NOT NULL DEFAULT false,
  PRIMARY KEY (client_id, hash),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
COMMENT ON TABLE one_time_tokens IS
  'Links of mails: activation, reset, change of the e-mail, stop of a recovery or of a correction. Each is valid once. Only hashes are stored.';
CREATE INDEX one_time_tokens_client_id_user_id_purpose_idx ON one_time_tokens (client_id, user_id, purpose);
CALL enable_client_isolation('one_time_tokens');
GRANT SELECT, INSERT, UPDATE (used_at, activated) ON one_time_tokens TO app;

CREATE TABLE email_changes (
  client_id bigint NOT NULL,
  user_id bigint NOT NULL,
  -- Tells the mails of one change from those of the next.
  id bigint NOT NULL DEFAULT next_id(),
  email text NOT NULL,
  requested_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  PRIMARY KEY (client_id, user_id),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
COMMENT ON TABLE email_changes IS 'Open changes of an e-mail address. A row is deleted when the change is done or withdrawn.';
CALL enable_client_isolation('email_changes');
GRANT SELECT, INSERT, UPDATE (old_confirmed_at, new_confirmed_at), DELETE ON email_changes TO app;

CREATE TABLE user_factors (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  user_id bigint NOT NULL,
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
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, user_id) REFERENCES users,
  CONSTRAINT user_factors_kind CHECK (kind IN ('app', 'passkey')),
  CONSTRAINT user_factors_passkey CHECK (kind <> 'passkey' OR (name IS NOT NULL AND credential_id IS NOT NULL
    AND public_key IS NOT NULL AND counter IS NOT NULL AND transports IS NOT NULL AND confirmed_at IS NOT NULL)),
  CONSTRAINT user_factors_secret CHECK (kind <> 'app' OR secret IS NOT NULL)
);
COMMENT ON TABLE user_factors IS
  'Second factors of users: at most one authenticator app, one that isn''t confirmed yet, and passkeys (kind ''passkey'').';
CREATE UNIQUE INDEX user_factors_app ON user_factors (client_id, user_id, (confirmed_at IS NULL)) WHERE kind = 'app';
CREATE UNIQUE INDEX user_factors_credential ON user_factors (client_id, user_id, credential_id);
COMMENT ON INDEX user_factors_credential IS 'A user adds a passkey once. Finds the second factors of a user (hasFactor).';
CALL enable_client_isolation('user_factors');
GRANT SELECT, INSERT, UPDATE (secret, last_step, confirmed_at, counter, used_at), DELETE ON user_factors TO app;

CREATE TABLE user_backup_codes (
  client_id bigint NOT NULL,
  user_id bigint NOT NULL,
  hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  -- NULL for the ten codes that a user keeps.
  expires_at timestamptz,
  PRIMARY KEY (client_id, user_id, hash),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
COMMENT ON TABLE user_backup_codes IS
  'Backup codes of second factors and codes of recovery, which expire; each valid once. Only hashes are stored.';
CALL enable_client_isolation('user_backup_codes');
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON user_backup_codes TO app;

CREATE TABLE trusted_devices (
  client_id bigint NOT NULL,
  user_id bigint NOT NULL,
  -- SHA-256 of the browser's cookie.
  hash bytea NOT NULL,
  -- Epoch of the password at the second step. Another password ends the trust.
  password_epoch integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, user_id, hash),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
COMMENT ON TABLE trusted_devices IS
  'Browsers from which a user logs in without a code. They are forgotten when the user''s sessions are ended.';
CALL enable_client_isolation('trusted_devices');
GRANT SELECT, INSERT, DELETE ON trusted_devices TO app;

-- Of a company's only owner who lost the phone and the backup codes: two members of the staff, and a day in which the owner can stop
-- the recovery by a link.
CREATE TABLE factor_recoveries (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  user_id bigint NOT NULL,
  -- Members of the staff, by id.
  requested_by integer NOT NULL,
  requested_at timestamptz NOT NULL,
  approved_by integer,
  approved_at timestamptz,
  stopped_at timestamptz,
  -- When a code was given, which ends the recovery.
  done_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, user_id) REFERENCES users,
  CONSTRAINT factor_recoveries_two_people CHECK (approved_by <> requested_by)
);
COMMENT ON TABLE factor_recoveries IS 'Recoveries of a second factor by the provider. Open ones are neither stopped nor done.';
CREATE UNIQUE INDEX factor_recoveries_open ON factor_recoveries (client_id, user_id) WHERE stopped_at IS NULL AND done_at IS NULL;
CALL enable_client_isolation('factor_recoveries');
GRANT SELECT, INSERT, UPDATE (approved_by, approved_at, stopped_at, done_at) ON factor_recoveries TO app;

-- ── Directory ─────────────────────────────────────────────────────────────────────────────────────────────────────
-- The only tables with names of all clients. The role app can't read them; functions return one row of ids.

-- A registration with the e-mail of an active account creates no account. Its name is taken and its password is known all the same:
-- otherwise the name, or a login with both, would reveal that the e-mail has an account. Its row has the client 0 and the e-mail
-- 'refused <address>', which is no address.
CREATE TABLE user_directory (
  username_norm text PRIMARY KEY,
  email_norm text NOT NULL UNIQUE,
  client_id bigint NOT NULL,
  user_id bigint NOT NULL,
  -- Hash of the password of a refused registration.
  refused_password text
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

CREATE TABLE rate_limits (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  window_ends_at timestamptz NOT NULL,
  blocked_until timestamptz NOT NULL
);
COMMENT ON TABLE rate_limits IS
  'Rate limits across all nodes (login, mail). The key contains a hash, never a name or an address.';
-- Counting an attempt deletes expired rows.
CREATE INDEX rate_limits_expired ON rate_limits (window_ends_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limits TO app, provider;

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
