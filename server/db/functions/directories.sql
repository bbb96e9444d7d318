-- The directories name the client of a request before it is known. These functions return one row of ids of tables that the role app
-- can't read.

CREATE OR REPLACE FUNCTION find_user(login text, OUT client_id bigint, OUT user_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT d.client_id, d.user_id FROM user_directory d WHERE d.username_norm = norm(login) $$;

CREATE OR REPLACE FUNCTION find_user_by_email(address text, OUT client_id bigint, OUT user_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT d.client_id, d.user_id FROM user_directory d WHERE d.email_norm = lower(address) $$;

CREATE OR REPLACE FUNCTION find_session(session uuid) RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT client_id FROM session_directory WHERE id = session $$;

CREATE OR REPLACE FUNCTION find_token(token_hash bytea) RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT client_id FROM token_directory WHERE hash = token_hash $$;

-- Triggers maintain the directories, so that no writer can forget them.
CREATE OR REPLACE FUNCTION add_to_directory() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'users' THEN INSERT INTO user_directory VALUES (norm(NEW.username), lower(NEW.email), NEW.client_id, NEW.id);
    WHEN 'sessions' THEN INSERT INTO session_directory VALUES (NEW.id, NEW.client_id);
    WHEN 'one_time_tokens' THEN INSERT INTO token_directory VALUES (NEW.hash, NEW.client_id);
  END CASE;
  RETURN NULL;
END $$;
CALL create_trigger_once('one_time_tokens', 'directory', $$
  CREATE TRIGGER directory AFTER INSERT ON one_time_tokens FOR EACH ROW EXECUTE FUNCTION add_to_directory()
$$);
CALL create_trigger_once('sessions', 'directory', $$
  CREATE TRIGGER directory AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION add_to_directory()
$$);
CALL create_trigger_once('users', 'directory', $$
  CREATE TRIGGER directory AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION add_to_directory()
$$);

CREATE OR REPLACE FUNCTION update_directory_username() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE user_directory SET username_norm = norm(NEW.username) WHERE username_norm = norm(OLD.username);
  RETURN NULL;
END $$;
CALL create_trigger_once('users', 'directory_username', $$
  CREATE TRIGGER directory_username AFTER UPDATE OF username ON users
  FOR EACH ROW WHEN (OLD.username <> NEW.username) EXECUTE FUNCTION update_directory_username()
$$);

CREATE OR REPLACE FUNCTION update_directory_email() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE user_directory SET email_norm = lower(NEW.email) WHERE username_norm = norm(NEW.username) AND user_id = NEW.id;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION update_directory_email FROM PUBLIC;
CALL create_trigger_once('users', 'directory_email', $$
  CREATE TRIGGER directory_email AFTER UPDATE OF email ON users
  FOR EACH ROW WHEN (OLD.email <> NEW.email) EXECUTE FUNCTION update_directory_email()
$$);

-- Frees the name and the address of a removed user. The name of a company's first user stays taken: the warehouse knows the
-- company by it (readings C54), so that another company with this name would see the first one's stock.
CREATE OR REPLACE FUNCTION remove_from_directory() RETURNS trigger
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
CALL create_trigger_once('users', 'directory_removed', $$
  CREATE TRIGGER directory_removed AFTER UPDATE OF removed_at ON users FOR EACH ROW
  WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) EXECUTE FUNCTION remove_from_directory()
$$);

-- Each sending replaces the link.
CREATE OR REPLACE FUNCTION replace_invitation_in_directory() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM token_directory WHERE hash = OLD.hash;
  IF NEW.hash IS NOT NULL THEN
    INSERT INTO token_directory VALUES (NEW.hash, NEW.client_id);
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION replace_invitation_in_directory FROM PUBLIC;
CALL create_trigger_once('user_invitations', 'directory', $$
  CREATE TRIGGER directory AFTER UPDATE OF hash ON user_invitations FOR EACH ROW
  WHEN (OLD.hash IS DISTINCT FROM NEW.hash) EXECUTE FUNCTION replace_invitation_in_directory()
$$);

CREATE OR REPLACE FUNCTION find_tracking(tracking text, OUT client_id bigint, OUT order_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT d.client_id, d.order_id FROM tracking_directory d WHERE d.tracking_id = tracking $$;

CREATE OR REPLACE FUNCTION add_to_tracking_directory() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO tracking_directory VALUES (NEW.tracking_id, NEW.client_id, NEW.id);
  RETURN NULL;
END $$;
CALL create_trigger_once('orders', 'directory', $$
  CREATE TRIGGER directory AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION add_to_tracking_directory()
$$);

CREATE OR REPLACE FUNCTION find_merchant_order(merchant_order bigint) RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT client_id FROM merchant_order_directory WHERE id = merchant_order $$;

CREATE OR REPLACE FUNCTION find_provider_payment(payment text, OUT client_id bigint, OUT merchant_order_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT d.client_id, d.merchant_order_id FROM provider_payment_directory d WHERE d.payment_id = payment $$;

CREATE OR REPLACE FUNCTION add_to_payment_directory() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'merchant_orders' THEN
    INSERT INTO merchant_order_directory VALUES (NEW.id, NEW.client_id);
  ELSE
    INSERT INTO provider_payment_directory VALUES (NEW.payment_id, NEW.client_id, NEW.merchant_order_id)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CALL create_trigger_once('merchant_orders', 'directory', $$
  CREATE TRIGGER directory AFTER INSERT ON merchant_orders FOR EACH ROW EXECUTE FUNCTION add_to_payment_directory()
$$);
CALL create_trigger_once('provider_payments', 'directory', $$
  CREATE TRIGGER directory AFTER INSERT ON provider_payments FOR EACH ROW EXECUTE FUNCTION add_to_payment_directory()
$$);
