-- A registration that replaces an account that isn't activated begins the approval again: another company may stand behind it.
CREATE FUNCTION restart_approval(client bigint, approved boolean, prepaid boolean, moment timestamptz) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE clients SET approved_at = CASE WHEN approved THEN moment END, rejected_at = NULL, rejection_reason = NULL, prepago = prepaid
  WHERE client_id = client AND client_id = current_client()
    AND NOT EXISTS (SELECT FROM users u WHERE u.client_id = client AND u.activated_at IS NOT NULL)
$$;
REVOKE EXECUTE ON FUNCTION restart_approval FROM PUBLIC;
GRANT EXECUTE ON FUNCTION restart_approval TO app;
