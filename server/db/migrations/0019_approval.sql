-- Approval of registrations, and blocking of clients and users by the provider.

-- The default approves existing clients, and those that nodes of the previous version insert. A registration that waits for
-- approval inserts NULL.
ALTER TABLE clients ADD COLUMN approved_at timestamptz DEFAULT current_moment();
ALTER TABLE clients ADD COLUMN rejected_at timestamptz;
ALTER TABLE clients ADD COLUMN rejection_reason text;
ALTER TABLE clients ADD COLUMN blocked_at timestamptz;
ALTER TABLE clients ADD COLUMN blocked_reason text;
GRANT UPDATE (approved_at, rejected_at, rejection_reason, blocked_at, blocked_reason, razon_social, nombre_empresa, cuit)
  ON clients TO provider;

-- The provider's block, independent of the company's suspension (`suspended_at`).
ALTER TABLE users ADD COLUMN blocked_at timestamptz;
ALTER TABLE users ADD COLUMN blocked_reason text;
GRANT SELECT (role, suspended_at, blocked_at, blocked_reason) ON users TO provider;
GRANT UPDATE (email, first_name, last_name, phone, blocked_at, blocked_reason) ON users TO provider;

CREATE FUNCTION update_directory_email() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE user_directory SET email_norm = lower(NEW.email) WHERE username_norm = norm(NEW.username) AND user_id = NEW.id;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION update_directory_email FROM PUBLIC;
CREATE TRIGGER directory_email AFTER UPDATE OF email ON users
  FOR EACH ROW WHEN (OLD.email <> NEW.email) EXECUTE FUNCTION update_directory_email();

-- Revokes the sessions of a client, or of one of its users. The provider can't read or write sessions otherwise.
CREATE FUNCTION revoke_sessions(client bigint, person bigint, moment timestamptz) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ended AS (
    UPDATE sessions SET revoked_at = moment
    WHERE client_id = client AND (person IS NULL OR user_id = person) AND revoked_at IS NULL RETURNING id)
  SELECT count(*)::integer FROM ended
$$;
REVOKE EXECUTE ON FUNCTION revoke_sessions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION revoke_sessions TO provider;

-- Invalidates the links that a user received by mail, because the user's address was wrong. Returns how many.
CREATE FUNCTION revoke_links(client bigint, person bigint, moment timestamptz) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ended AS (
    UPDATE one_time_tokens SET used_at = moment WHERE client_id = client AND user_id = person AND used_at IS NULL
    RETURNING hash)
  SELECT count(*)::integer FROM ended
$$;
REVOKE EXECUTE ON FUNCTION revoke_links FROM PUBLIC;
GRANT EXECUTE ON FUNCTION revoke_links TO provider;
