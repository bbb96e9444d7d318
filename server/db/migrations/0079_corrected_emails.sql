-- A correction of a user's e-mail by the provider: it stops an open recovery of the second factor, and the next one has to wait.

-- When the provider last corrected the e-mail; NULL if never.
ALTER TABLE users ADD COLUMN email_corrected_at timestamptz;
GRANT UPDATE (email_corrected_at) ON users TO provider;

-- Stops the open recovery of a user's second factor. Returns how many: 0 or 1.
CREATE FUNCTION stop_recovery(client bigint, person bigint, moment timestamptz) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH stopped AS (
    UPDATE factor_recoveries SET stopped_at = moment
    WHERE client_id = client AND user_id = person AND stopped_at IS NULL AND done_at IS NULL
    RETURNING id)
  SELECT count(*)::integer FROM stopped
$$;
REVOKE EXECUTE ON FUNCTION stop_recovery FROM PUBLIC;
GRANT EXECUTE ON FUNCTION stop_recovery TO provider;

-- Invalidates the links that a user received by mail, because the user's address was wrong, and deletes the open change of the
-- address, which needs its links. The link that stops a recovery stays valid: it only protects the account, and the former address
-- may be the owner's. Returns how many links.
CREATE OR REPLACE FUNCTION revoke_links(client bigint, person bigint, moment timestamptz) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH change AS (DELETE FROM email_changes WHERE client_id = client AND user_id = person),
  ended AS (
    UPDATE one_time_tokens SET used_at = moment
    WHERE client_id = client AND user_id = person AND used_at IS NULL AND purpose <> 'factor-recovery'
    RETURNING hash)
  SELECT count(*)::integer FROM ended
$$;
