-- Passkeys as second factors of users and of the staff.

ALTER TABLE user_factors
  ADD COLUMN name text,
  -- Base64url, chosen by the authenticator.
  ADD COLUMN credential_id text,
  -- COSE key.
  ADD COLUMN public_key bytea,
  -- Number of signatures; 0 for an authenticator that doesn't count.
  ADD COLUMN counter bigint,
  ADD COLUMN transports text[],
  ADD COLUMN used_at timestamptz;
ALTER TABLE user_factors DROP CONSTRAINT user_factors_kind;
ALTER TABLE user_factors ADD CONSTRAINT user_factors_kind CHECK (kind IN ('app', 'passkey')) NOT VALID;
ALTER TABLE user_factors VALIDATE CONSTRAINT user_factors_kind;
ALTER TABLE user_factors ADD CONSTRAINT user_factors_passkey CHECK (kind <> 'passkey' OR (name IS NOT NULL
  AND credential_id IS NOT NULL AND public_key IS NOT NULL AND counter IS NOT NULL AND transports IS NOT NULL
  AND confirmed_at IS NOT NULL)) NOT VALID;
ALTER TABLE user_factors VALIDATE CONSTRAINT user_factors_passkey;
COMMENT ON TABLE user_factors IS 'Second factors of users: at most one authenticator app, one that isn''t confirmed yet, and passkeys (kind ''passkey'').';
GRANT UPDATE (counter, used_at) ON user_factors TO app;

-- The challenge that a session answers by a passkey, until it is answered once.
ALTER TABLE sessions ADD COLUMN passkey_challenge bytea, ADD COLUMN passkey_challenge_ends_at timestamptz;
GRANT UPDATE (passkey_challenge, passkey_challenge_ends_at) ON sessions TO app;

CREATE TABLE staff_passkeys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  staff_id integer NOT NULL REFERENCES staff,
  name text NOT NULL,
  -- Base64url, chosen by the authenticator.
  credential_id text NOT NULL,
  -- COSE key.
  public_key bytea NOT NULL,
  -- Number of signatures; 0 for an authenticator that doesn't count.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  removed_at timestamptz
);
COMMENT ON TABLE staff_passkeys IS 'Passkeys of the staff, besides the authenticator app, including removed ones.';
CREATE UNIQUE INDEX staff_passkeys_kept ON staff_passkeys (staff_id, credential_id) WHERE removed_at IS NULL;
GRANT SELECT, INSERT, UPDATE (counter, used_at, removed_at) ON staff_passkeys TO provider;

ALTER TABLE staff_sessions ADD COLUMN passkey_challenge bytea, ADD COLUMN passkey_challenge_ends_at timestamptz;
GRANT UPDATE (passkey_challenge, passkey_challenge_ends_at) ON staff_sessions TO provider;
