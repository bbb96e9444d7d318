-- Registrations that an address received before its owner activated one: of several, none of the passwords is kept.
ALTER TABLE users ADD COLUMN registrations integer NOT NULL DEFAULT 1;

-- A later registration takes the place of one that wasn't activated.
GRANT UPDATE (username, first_name, last_name, phone, registrations) ON users TO app;
GRANT UPDATE (razon_social, nombre_empresa, cuit) ON clients TO app;

-- The directory follows a new user name.
CREATE FUNCTION follow_username() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE user_directory SET username_norm = norm(NEW.username) WHERE username_norm = norm(OLD.username);
  RETURN NULL;
END $$;
CREATE TRIGGER directory_username AFTER UPDATE OF username ON users
  FOR EACH ROW WHEN (OLD.username <> NEW.username) EXECUTE FUNCTION follow_username();
