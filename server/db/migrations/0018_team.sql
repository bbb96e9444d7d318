-- Users of one company: suspension, removal, invitations, and an owner in every company.

ALTER TABLE users VALIDATE CONSTRAINT users_role;

-- A removed user keeps the row, which orders, uploads and payments refer to.
ALTER TABLE users ADD COLUMN suspended_at timestamptz;
ALTER TABLE users ADD COLUMN removed_at timestamptz;
ALTER TABLE users ADD COLUMN invited_by bigint;
ALTER TABLE users ADD CONSTRAINT users_invited_by FOREIGN KEY (client_id, invited_by) REFERENCES users NOT VALID;
ALTER TABLE users VALIDATE CONSTRAINT users_invited_by;
GRANT UPDATE (role, suspended_at, removed_at) ON users TO app;
GRANT SELECT (removed_at) ON users TO provider;

CREATE TABLE user_invitations (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'operations', 'billing', 'viewer')),
  -- Hash of the link's token; null until the mail is sent, and for an address that has an account.
  hash bytea,
  invited_by bigint NOT NULL,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, hash),
  FOREIGN KEY (client_id, invited_by) REFERENCES users
);
COMMENT ON TABLE user_invitations IS 'Invitations to a company. Open ones are neither accepted nor withdrawn; expired ones can be sent again.';
CREATE UNIQUE INDEX user_invitations_open ON user_invitations (client_id, lower(email))
  WHERE accepted_at IS NULL AND withdrawn_at IS NULL;
CALL enable_client_isolation('user_invitations');
GRANT SELECT, INSERT, UPDATE (hash, invited_by, sent_at, expires_at, accepted_at, withdrawn_at) ON user_invitations TO app;

-- ── Directory ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- Each sending replaces the link.
CREATE FUNCTION replace_invitation_in_directory() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM token_directory WHERE hash = OLD.hash;
  IF NEW.hash IS NOT NULL THEN
    INSERT INTO token_directory VALUES (NEW.hash, NEW.client_id);
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION replace_invitation_in_directory FROM PUBLIC;
CREATE TRIGGER directory AFTER UPDATE OF hash ON user_invitations FOR EACH ROW
  WHEN (OLD.hash IS DISTINCT FROM NEW.hash) EXECUTE FUNCTION replace_invitation_in_directory();

-- Frees the name and the address of a removed user. The name of a company's first user stays taken: the warehouse knows the
-- company by it (readings C54), so that another company with this name would see the first one's stock.
CREATE FUNCTION remove_from_directory() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM users WHERE client_id = NEW.client_id AND (created_at, id) < (NEW.created_at, NEW.id)) THEN
    DELETE FROM user_directory WHERE username_norm = norm(NEW.username) AND user_id = NEW.id;
  ELSE
    UPDATE user_directory SET email_norm = format('removed %s', NEW.id)
    WHERE username_norm = norm(NEW.username) AND user_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION remove_from_directory FROM PUBLIC;
CREATE TRIGGER directory_removed AFTER UPDATE OF removed_at ON users FOR EACH ROW
  WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) EXECUTE FUNCTION remove_from_directory();

-- ── Owners ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Refuses the change that leaves a company without an active owner. The lock serialises changes of one company's owners; a plain
-- check would miss an owner who is removed at the same time.
CREATE FUNCTION require_owner() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM clients WHERE client_id = NEW.client_id FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM users WHERE client_id = NEW.client_id AND role = 'owner' AND suspended_at IS NULL AND removed_at IS NULL)
  THEN
    RAISE EXCEPTION 'client % has no owner', NEW.client_id USING ERRCODE = 'check_violation', CONSTRAINT = 'users_owner';
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION require_owner FROM PUBLIC;
CREATE CONSTRAINT TRIGGER users_owner AFTER UPDATE OF role, suspended_at, removed_at ON users
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.role = 'owner' AND OLD.suspended_at IS NULL AND OLD.removed_at IS NULL
    AND (NEW.role <> 'owner' OR NEW.suspended_at IS NOT NULL OR NEW.removed_at IS NOT NULL))
  EXECUTE FUNCTION require_owner();
