-- Companies and their users.

-- Refuses the change that leaves a company without an active owner. The lock serialises changes of one company's owners; a plain
-- check would miss an owner who is removed at the same time.
CREATE OR REPLACE FUNCTION require_owner() RETURNS trigger
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
CALL create_trigger_once('users', 'users_owner', $$
  CREATE CONSTRAINT TRIGGER users_owner AFTER UPDATE OF role, suspended_at, removed_at ON users
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.role = 'owner' AND OLD.suspended_at IS NULL AND OLD.removed_at IS NULL
  AND (NEW.role <> 'owner' OR NEW.suspended_at IS NOT NULL OR NEW.removed_at IS NOT NULL))
  EXECUTE FUNCTION require_owner()
$$);

-- Locks a CUIT until the transaction ends, and returns an approved client with it, or null. The role `app` inserts clients but sees
-- only its own.
CREATE OR REPLACE FUNCTION lock_cuit(wanted text) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('cuit', wanted::bigint));
  RETURN (SELECT c.client_id FROM clients c WHERE c.cuit = wanted AND c.approved_at IS NOT NULL LIMIT 1);
END $$;
REVOKE EXECUTE ON FUNCTION lock_cuit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_cuit TO app;

-- A registration that replaces an account that isn't activated begins the approval again: another company may stand behind it.
CREATE OR REPLACE FUNCTION restart_approval(client bigint, approved boolean, prepaid boolean, moment timestamptz) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE clients SET approved_at = CASE WHEN approved THEN moment END, rejected_at = NULL, rejection_reason = NULL, prepago = prepaid
  WHERE client_id = client AND client_id = current_client()
    AND NOT EXISTS (SELECT FROM users u WHERE u.client_id = client AND u.activated_at IS NOT NULL)
$$;
REVOKE EXECUTE ON FUNCTION restart_approval FROM PUBLIC;
GRANT EXECUTE ON FUNCTION restart_approval TO app;

-- Keeps the latest refused registration of an address. Violates user_directory_pkey if the name is taken.
CREATE OR REPLACE FUNCTION refuse_registration(login text, address text, password text) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO user_directory (username_norm, email_norm, client_id, user_id, refused_password)
  VALUES (norm(login), 'refused ' || lower(address), 0, 0, password)
  ON CONFLICT (email_norm) DO UPDATE SET username_norm = excluded.username_norm, refused_password = excluded.refused_password
$$;
REVOKE EXECUTE ON FUNCTION refuse_registration FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refuse_registration TO app;

CREATE OR REPLACE FUNCTION find_refused_registration(login text, OUT address text, OUT password text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT substr(email_norm, length('refused ') + 1), refused_password FROM user_directory
  WHERE username_norm = norm(login) AND client_id = 0
$$;
REVOKE EXECUTE ON FUNCTION find_refused_registration FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_refused_registration TO app;

CREATE OR REPLACE FUNCTION forget_refused_registration(address text) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM user_directory WHERE email_norm = 'refused ' || lower(address) AND client_id = 0
$$;
REVOKE EXECUTE ON FUNCTION forget_refused_registration FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_refused_registration TO app;

-- Changes the e-mail of a user of the transaction's client, once both addresses have confirmed. The role app can't write it otherwise.
-- The trigger `directory_email` updates the directory, whose unique key refuses a taken address.
CREATE OR REPLACE FUNCTION complete_email_change(person bigint) RETURNS boolean
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH changed AS (
    UPDATE users u SET email = c.email FROM email_changes c
    WHERE u.client_id = current_client() AND u.id = person AND c.client_id = u.client_id AND c.user_id = u.id
      AND c.old_confirmed_at IS NOT NULL AND c.new_confirmed_at IS NOT NULL RETURNING u.id)
  SELECT EXISTS (SELECT FROM changed)
$$;
REVOKE EXECUTE ON FUNCTION complete_email_change FROM PUBLIC;
GRANT EXECUTE ON FUNCTION complete_email_change TO app;

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
REVOKE EXECUTE ON FUNCTION revoke_sessions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION revoke_sessions TO provider;

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
REVOKE EXECUTE ON FUNCTION revoke_links FROM PUBLIC;
GRANT EXECUTE ON FUNCTION revoke_links TO provider;

-- Stops the open recovery of a user's second factor. Returns how many: 0 or 1.
CREATE OR REPLACE FUNCTION stop_recovery(client bigint, person bigint, moment timestamptz) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH stopped AS (
    UPDATE factor_recoveries SET stopped_at = moment
    WHERE client_id = client AND user_id = person AND stopped_at IS NULL AND done_at IS NULL
    RETURNING id)
  SELECT count(*)::integer FROM stopped
$$;
REVOKE EXECUTE ON FUNCTION stop_recovery FROM PUBLIC;
GRANT EXECUTE ON FUNCTION stop_recovery TO provider;
