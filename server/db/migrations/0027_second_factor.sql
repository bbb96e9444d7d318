-- Second factors of users.

CREATE TABLE user_factors (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  user_id bigint NOT NULL,
  -- 'app': an authenticator app (TOTP).
  kind text NOT NULL CONSTRAINT user_factors_kind CHECK (kind = 'app'),
  -- Secret of the authenticator app, encrypted by SECRETS_KEY.
  secret bytea CONSTRAINT user_factors_secret CHECK (kind <> 'app' OR secret IS NOT NULL),
  -- Last time step whose code was accepted. Only codes of later steps are accepted.
  last_step bigint,
  created_at timestamptz NOT NULL,
  -- NULL until a code confirms the secret.
  confirmed_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
COMMENT ON TABLE user_factors IS 'Second factors of users. A user has at most one authenticator app, and one that isn''t confirmed yet.';
CREATE UNIQUE INDEX user_factors_app ON user_factors (client_id, user_id, (confirmed_at IS NULL)) WHERE kind = 'app';
CALL enable_client_isolation('user_factors');
GRANT SELECT, INSERT, UPDATE (secret, last_step, confirmed_at), DELETE ON user_factors TO app;

CREATE TABLE user_backup_codes (
  client_id bigint NOT NULL,
  user_id bigint NOT NULL,
  hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (client_id, user_id, hash),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
COMMENT ON TABLE user_backup_codes IS 'Backup codes of second factors, each valid once. Only hashes are stored.';
CALL enable_client_isolation('user_backup_codes');
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON user_backup_codes TO app;

-- When the second step of the login was done. A session without it only permits that step, if its user has a second factor.
ALTER TABLE sessions ADD COLUMN factor_at timestamptz;
-- When a code of the second factor was last given in the session.
ALTER TABLE sessions ADD COLUMN code_at timestamptz;
GRANT UPDATE (factor_at, code_at) ON sessions TO app;
