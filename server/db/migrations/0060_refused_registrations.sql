-- A registration with the e-mail of an active account creates no account. Its name is taken and its password is known all the same:
-- otherwise the name, or a login with both, would reveal that the e-mail has an account.
--
-- Its row in the directory has the client 0 and the e-mail 'refused <address>', which is no address.
ALTER TABLE user_directory ADD COLUMN refused_password text;
COMMENT ON COLUMN user_directory.refused_password IS 'Hash of the password of a refused registration.';

-- Keeps the latest refused registration of an address. Violates user_directory_pkey if the name is taken.
CREATE FUNCTION refuse_registration(login text, address text, password text) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO user_directory (username_norm, email_norm, client_id, user_id, refused_password)
  VALUES (norm(login), 'refused ' || lower(address), 0, 0, password)
  ON CONFLICT (email_norm) DO UPDATE SET username_norm = excluded.username_norm, refused_password = excluded.refused_password
$$;

CREATE FUNCTION find_refused_registration(login text, OUT address text, OUT password text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT substr(email_norm, length('refused ') + 1), refused_password FROM user_directory
  WHERE username_norm = norm(login) AND client_id = 0
$$;

CREATE FUNCTION forget_refused_registration(address text) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM user_directory WHERE email_norm = 'refused ' || lower(address) AND client_id = 0
$$;

-- Deletes up to `most` refused registrations whose e-mail has no account any more. Returns how many.
CREATE FUNCTION delete_outdated_refused_registrations(most integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM user_directory WHERE username_norm IN (
      SELECT r.username_norm FROM user_directory r
      WHERE r.client_id = 0
        AND NOT EXISTS (SELECT FROM user_directory u WHERE u.email_norm = substr(r.email_norm, length('refused ') + 1))
      LIMIT most) RETURNING 1)
  SELECT count(*)::integer FROM gone
$$;

REVOKE EXECUTE ON FUNCTION refuse_registration, find_refused_registration, forget_refused_registration,
  delete_outdated_refused_registrations FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refuse_registration, find_refused_registration, forget_refused_registration,
  delete_outdated_refused_registrations TO app;
