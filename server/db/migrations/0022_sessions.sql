-- Device and network of sessions, devices that a user has logged in from, and changes of the e-mail address.

-- Nodes of the previous version insert sessions without them.
ALTER TABLE sessions ADD COLUMN device text NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN network text NOT NULL DEFAULT '';

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

-- Changes the e-mail of a user of the transaction's client, once both addresses have confirmed. The role app can't write it otherwise.
-- The trigger `directory_email` of migration 0019 updates the directory, whose unique key refuses a taken address.
CREATE FUNCTION complete_email_change(person bigint) RETURNS boolean
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH changed AS (
    UPDATE users u SET email = c.email FROM email_changes c
    WHERE u.client_id = current_client() AND u.id = person AND c.client_id = u.client_id AND c.user_id = u.id
      AND c.old_confirmed_at IS NOT NULL AND c.new_confirmed_at IS NOT NULL RETURNING u.id)
  SELECT EXISTS (SELECT FROM changed)
$$;
REVOKE EXECUTE ON FUNCTION complete_email_change FROM PUBLIC;
GRANT EXECUTE ON FUNCTION complete_email_change TO app;

ALTER TABLE one_time_tokens DROP CONSTRAINT one_time_tokens_purpose_check;
ALTER TABLE one_time_tokens ADD CONSTRAINT one_time_tokens_purpose_check
  CHECK (purpose IN ('activation', 'reset', 'email-old', 'email-new')) NOT VALID;
ALTER TABLE one_time_tokens VALIDATE CONSTRAINT one_time_tokens_purpose_check;
COMMENT ON TABLE one_time_tokens IS 'Links of activation, reset and change of the e-mail, each valid once. Only hashes are stored.';

-- Deletes up to `most` changes of all clients that were not confirmed in time. Returns how many.
CREATE FUNCTION delete_expired_email_changes(moment timestamptz, most integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM email_changes WHERE (client_id, user_id) IN (
      SELECT client_id, user_id FROM email_changes WHERE expires_at < moment LIMIT most) RETURNING id)
  SELECT count(*)::integer FROM gone
$$;
REVOKE EXECUTE ON FUNCTION delete_expired_email_changes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_expired_email_changes TO app;
