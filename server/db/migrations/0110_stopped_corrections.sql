-- A correction of a user's e-mail by the provider can be stopped by a link at the former address.

ALTER TABLE one_time_tokens DROP CONSTRAINT one_time_tokens_purpose_check;
ALTER TABLE one_time_tokens ADD CONSTRAINT one_time_tokens_purpose_check
  CHECK (purpose IN ('activation', 'reset', 'email-old', 'email-new', 'factor-recovery', 'email-correction')) NOT VALID;
ALTER TABLE one_time_tokens VALIDATE CONSTRAINT one_time_tokens_purpose_check;
COMMENT ON TABLE one_time_tokens IS 'Links of mails: activation, reset, change of the e-mail, stop of a recovery or of a correction. Each is valid once. Only hashes are stored.';

-- When the former address stopped the last correction: until the next one, the e-mail resets no password. NULL if it didn't.
ALTER TABLE users ADD COLUMN email_stopped_at timestamptz;
GRANT UPDATE (email_stopped_at) ON users TO app, provider;

-- Invalidates the links that a user received by mail, because the user's address was wrong, and deletes the open change of the
-- address, which needs its links. The links that stop a recovery or a correction stay valid: they only protect the account, and the
-- former address may be the owner's. Returns how many links.
CREATE OR REPLACE FUNCTION revoke_links(client bigint, person bigint, moment timestamptz) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH change AS (DELETE FROM email_changes WHERE client_id = client AND user_id = person),
  ended AS (
    UPDATE one_time_tokens SET used_at = moment
    WHERE client_id = client AND user_id = person AND used_at IS NULL AND purpose NOT IN ('factor-recovery', 'email-correction')
    RETURNING hash)
  SELECT count(*)::integer FROM ended
$$;
