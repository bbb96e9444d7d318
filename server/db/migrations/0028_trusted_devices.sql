-- Browsers that give no code of the second factor for 30 days.

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
COMMENT ON TABLE trusted_devices IS 'Browsers from which a user logs in without a code. They are forgotten when the user''s sessions are ended.';
CALL enable_client_isolation('trusted_devices');
GRANT SELECT, INSERT, DELETE ON trusted_devices TO app;

-- Revokes the sessions of a client, or of one of its users, and forgets the trusted browsers. The provider can't read or write them
-- otherwise.
CREATE OR REPLACE FUNCTION revoke_sessions(client bigint, person bigint, moment timestamptz) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH forgotten AS (
    DELETE FROM trusted_devices WHERE client_id = client AND (person IS NULL OR user_id = person)),
  ended AS (
    UPDATE sessions SET revoked_at = moment
    WHERE client_id = client AND (person IS NULL OR user_id = person) AND revoked_at IS NULL RETURNING id)
  SELECT count(*)::integer FROM ended
$$;
