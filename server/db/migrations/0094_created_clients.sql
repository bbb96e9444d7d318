-- Clients that the provider creates, with an owner who is invited to choose a password.

COMMENT ON COLUMN users.registrations IS 'Registrations with the address before its activation; 0 for an owner whom the provider invited, whom no registration replaces.';

-- Locks a CUIT until the transaction ends, and returns an approved client with it, or null. The role `app` inserts clients but sees
-- only its own.
CREATE FUNCTION lock_cuit(wanted text) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('cuit', wanted::bigint));
  RETURN (SELECT c.client_id FROM clients c WHERE c.cuit = wanted AND c.approved_at IS NOT NULL LIMIT 1);
END $$;
REVOKE EXECUTE ON FUNCTION lock_cuit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_cuit TO app;
