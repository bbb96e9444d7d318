-- Nightly upkeep. Each function deletes a bounded number of rows and returns the number; callers repeat the call until it returns 0.

-- Deletes expired rows of all clients.
CREATE OR REPLACE FUNCTION delete_expired(moment timestamptz, most integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gone integer;
  all_gone integer := 0;
BEGIN
  DELETE FROM idempotency_keys WHERE (client_id, key) IN (
    SELECT client_id, key FROM idempotency_keys WHERE created_at < moment - interval '48 hours' LIMIT most);
  GET DIAGNOSTICS gone = ROW_COUNT;
  all_gone := all_gone + gone;
  WITH over AS (
    DELETE FROM sessions WHERE (client_id, id) IN (
      SELECT client_id, id FROM sessions WHERE expires_at < moment - interval '1 day' LIMIT most) RETURNING id)
  DELETE FROM session_directory WHERE id IN (SELECT id FROM over);
  GET DIAGNOSTICS gone = ROW_COUNT;
  all_gone := all_gone + gone;
  -- Kept for a month, so that users of an expired link read that it has expired.
  WITH over AS (
    DELETE FROM one_time_tokens WHERE (client_id, hash) IN (
      SELECT client_id, hash FROM one_time_tokens WHERE expires_at < moment - interval '30 days' LIMIT most) RETURNING hash)
  DELETE FROM token_directory WHERE hash IN (SELECT hash FROM over);
  GET DIAGNOSTICS gone = ROW_COUNT;
  all_gone := all_gone + gone;
  DELETE FROM rate_limits WHERE key IN (
    SELECT key FROM rate_limits WHERE window_ends_at < moment - interval '1 day' LIMIT most FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS gone = ROW_COUNT;
  all_gone := all_gone + gone;
  -- Incomplete uploads.
  DELETE FROM batches WHERE (client_id, id) IN (
    SELECT client_id, id FROM batches WHERE state = 'Recibiendo' AND created_at < moment - interval '1 day' LIMIT most);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN all_gone + gone;
END $$;
REVOKE EXECUTE ON FUNCTION delete_expired FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_expired TO app;

-- Deletes up to `most` sessions of the staff that ended more than 30 days ago. Returns how many.
CREATE OR REPLACE FUNCTION delete_expired_staff_sessions(moment timestamptz, most integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM staff_sessions WHERE id IN (
      SELECT id FROM staff_sessions WHERE expires_at < moment - interval '30 days' LIMIT most) RETURNING id)
  SELECT count(*)::integer FROM gone
$$;
REVOKE EXECUTE ON FUNCTION delete_expired_staff_sessions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_expired_staff_sessions TO provider;

-- Deletes up to `most` changes of all clients that were not confirmed in time. Returns how many.
CREATE OR REPLACE FUNCTION delete_expired_email_changes(moment timestamptz, most integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM email_changes WHERE (client_id, user_id) IN (
      SELECT client_id, user_id FROM email_changes WHERE expires_at < moment LIMIT most) RETURNING id)
  SELECT count(*)::integer FROM gone
$$;
REVOKE EXECUTE ON FUNCTION delete_expired_email_changes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_expired_email_changes TO app;

-- Deletes up to `most` refused registrations whose e-mail has no account any more. Returns how many.
CREATE OR REPLACE FUNCTION delete_outdated_refused_registrations(most integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM user_directory WHERE username_norm IN (
      SELECT r.username_norm FROM user_directory r
      WHERE r.client_id = 0
        AND NOT EXISTS (SELECT FROM user_directory u WHERE u.email_norm = substr(r.email_norm, length('refused ') + 1))
      LIMIT most) RETURNING 1)
  SELECT count(*)::integer FROM gone
$$;
REVOKE EXECUTE ON FUNCTION delete_outdated_refused_registrations FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_outdated_refused_registrations TO app;

-- Deletes up to `most` devices of all users that were last used before a moment. Returns how many.
CREATE OR REPLACE FUNCTION delete_unused_devices(moment timestamptz, most integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM known_devices WHERE (client_id, user_id, hash) IN (
      SELECT client_id, user_id, hash FROM known_devices WHERE last_seen_at < moment LIMIT most) RETURNING hash)
  SELECT count(*)::integer FROM gone
$$;
REVOKE EXECUTE ON FUNCTION delete_unused_devices FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_unused_devices TO app;
