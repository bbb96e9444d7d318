-- Roles, helpers, and the directory: what must be found before the client is known.
-- Every table of a client has client_id first in its keys; row-level security is forced on all of them.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'app') THEN
    CREATE ROLE app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another node was faster
END $$;

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS unaccent;

GRANT USAGE ON SCHEMA public TO app;

-- Day of a moment in Buenos Aires: UTC−3 all the year.
CREATE FUNCTION local_day(moment timestamptz) RETURNS date
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (moment AT TIME ZONE INTERVAL '-03:00')::date;

-- Text as it is compared: no accents, lower case. The dictionary is named so that the function may be immutable.
CREATE FUNCTION norm(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, value));

-- The client whose rows this transaction may see; null when none was set.
CREATE FUNCTION current_client() RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.client_id', true), '')::bigint;

-- Ids that tell nobody how many rows there are: a sequence scattered over 40 bits, without collisions.
CREATE SEQUENCE ids;
CREATE FUNCTION next_id() RETURNS bigint
  LANGUAGE sql VOLATILE
  RETURN (
    WITH first AS (SELECT mod(nextval('public.ids')::numeric * 668265263717, 1099511627776)::bigint AS n),
         mixed AS (SELECT n # (n >> 19) AS n FROM first)
    SELECT mod(n::numeric * 862711908923, 1099511627776)::bigint + 1 FROM mixed
  );
GRANT USAGE ON SEQUENCE ids TO app;

-- Marks a table as a client's own: forced row-level security, the client's policy, and the owner's for maintenance.
CREATE PROCEDURE belongs_to_client(relation regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', relation);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', relation);
  EXECUTE format('CREATE POLICY client ON %s TO app USING (client_id = current_client()) WITH CHECK (client_id = current_client())', relation);
  EXECUTE format('CREATE POLICY owner ON %s TO %I USING (true) WITH CHECK (true)', relation, current_user);
END $$;

-- ── Clients and their people ──────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE terms (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT ON terms TO app;

CREATE TABLE clients (
  client_id bigint PRIMARY KEY DEFAULT next_id(),
  razon_social text NOT NULL,
  nombre_empresa text NOT NULL,
  cuit text NOT NULL,
  prepago boolean NOT NULL DEFAULT false,
  logistica_inversa boolean NOT NULL DEFAULT false,
  fulfillment boolean NOT NULL DEFAULT false,
  terms_accepted integer REFERENCES terms,
  terms_accepted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CALL belongs_to_client('clients');
GRANT SELECT, INSERT ON clients TO app;
GRANT UPDATE (terms_accepted, terms_accepted_at) ON clients TO app;

CREATE TABLE users (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  username text NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text NOT NULL,
  password_hash text NOT NULL,
  -- Counts changes of the password: sessions of an older one are over.
  password_epoch integer NOT NULL DEFAULT 1,
  activated_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, id)
);
CALL belongs_to_client('users');
GRANT SELECT, INSERT ON users TO app;
GRANT UPDATE (password_hash, password_epoch, activated_at) ON users TO app;

-- The only place where a name is unique over all clients. It answers ids and is never read by the role app.
CREATE TABLE user_directory (
  username_norm text PRIMARY KEY,
  email_norm text NOT NULL UNIQUE,
  client_id bigint NOT NULL,
  user_id bigint NOT NULL
);

CREATE TABLE sessions (
  client_id bigint NOT NULL,
  id uuid NOT NULL,
  user_id bigint NOT NULL,
  password_epoch integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
CREATE INDEX ON sessions (client_id, user_id) WHERE revoked_at IS NULL;
CALL belongs_to_client('sessions');
GRANT SELECT, INSERT ON sessions TO app;
GRANT UPDATE (last_seen_at, revoked_at) ON sessions TO app;

CREATE TABLE session_directory (
  id uuid PRIMARY KEY,
  client_id bigint NOT NULL
);

-- Activation and reset links: only the hash is kept, used once.
CREATE TABLE one_time_tokens (
  client_id bigint NOT NULL,
  hash bytea NOT NULL,
  user_id bigint NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('activation', 'reset')),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (client_id, hash),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
CREATE INDEX ON one_time_tokens (client_id, user_id, purpose);
CALL belongs_to_client('one_time_tokens');
GRANT SELECT, INSERT ON one_time_tokens TO app;
GRANT UPDATE (used_at) ON one_time_tokens TO app;

CREATE TABLE token_directory (
  hash bytea PRIMARY KEY,
  client_id bigint NOT NULL
);

-- Attempts that are limited over all nodes (login, mail). Counts, never names: the key is a hash.
CREATE TABLE throttles (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  window_ends_at timestamptz NOT NULL,
  blocked_until timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON throttles TO app;

-- ── Looking up before the client is known: one row of ids ─────────────────────────────────────────────────────────

CREATE FUNCTION find_user(login text, OUT client_id bigint, OUT user_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT d.client_id, d.user_id FROM user_directory d WHERE d.username_norm = norm(login) $$;

CREATE FUNCTION find_user_by_email(address text, OUT client_id bigint, OUT user_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT d.client_id, d.user_id FROM user_directory d WHERE d.email_norm = lower(address) $$;

CREATE FUNCTION find_session(session uuid) RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT client_id FROM session_directory WHERE id = session $$;

CREATE FUNCTION find_token(token_hash bytea) RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT client_id FROM token_directory WHERE hash = token_hash $$;

-- The directory follows its tables by itself, so that no writer can forget it.
CREATE FUNCTION enter_directory() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'users' THEN INSERT INTO user_directory VALUES (norm(NEW.username), lower(NEW.email), NEW.client_id, NEW.id);
    WHEN 'sessions' THEN INSERT INTO session_directory VALUES (NEW.id, NEW.client_id);
    WHEN 'one_time_tokens' THEN INSERT INTO token_directory VALUES (NEW.hash, NEW.client_id);
  END CASE;
  RETURN NULL;
END $$;
CREATE TRIGGER directory AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION enter_directory();
CREATE TRIGGER directory AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION enter_directory();
CREATE TRIGGER directory AFTER INSERT ON one_time_tokens FOR EACH ROW EXECUTE FUNCTION enter_directory();

-- Answers of writes that may be sent again (readings S17).
CREATE TABLE idempotency_keys (
  client_id bigint NOT NULL REFERENCES clients,
  key text NOT NULL,
  call text NOT NULL,
  body_hash bytea NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, key)
);
CALL belongs_to_client('idempotency_keys');
GRANT SELECT, INSERT ON idempotency_keys TO app;

-- ── What a client sets up ─────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE sender_addresses (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  street_name text NOT NULL,
  street_number text NOT NULL,
  floor text NOT NULL DEFAULT '',
  apartment text NOT NULL DEFAULT '',
  neighborhood_name text NOT NULL,
  zip_code text NOT NULL,
  city text NOT NULL,
  state text NOT NULL,
  other_info text NOT NULL DEFAULT '',
  main_address boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, id),
  CHECK (active OR NOT main_address)
);
CREATE UNIQUE INDEX one_main_address ON sender_addresses (client_id) WHERE main_address;
CALL belongs_to_client('sender_addresses');
GRANT SELECT, INSERT, UPDATE ON sender_addresses TO app;

CREATE TABLE print_configs (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  default_format text NOT NULL DEFAULT 'pdf' CHECK (default_format IN ('pdf', 'zpl')),
  default_label_size smallint NOT NULL DEFAULT 1 CHECK (default_label_size IN (1, 2)),
  labels_per_page smallint NOT NULL DEFAULT 1 CHECK (labels_per_page IN (1, 2)),
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id),
  CHECK (labels_per_page = 1 OR (default_format = 'pdf' AND default_label_size = 1)),
  CHECK (default_label_size = 1 OR default_format = 'pdf')
);
CALL belongs_to_client('print_configs');
GRANT SELECT, INSERT ON print_configs TO app;
GRANT UPDATE (default_format, default_label_size, labels_per_page) ON print_configs TO app;

CREATE TABLE product_categories (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE
);
GRANT SELECT ON product_categories TO app;
INSERT INTO product_categories (name) VALUES
  ('Indumentaria y calzado'), ('Electrónica'), ('Hogar y decoración'), ('Belleza y cuidado personal'),
  ('Alimentos y bebidas'), ('Deportes'), ('Juguetes y bebés'), ('Librería y libros'), ('Herramientas y ferretería'), ('Otros');

CREATE TABLE products (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  sku text NOT NULL,
  description text NOT NULL,
  category_id integer NOT NULL REFERENCES product_categories,
  value_cents bigint NOT NULL CHECK (value_cents > 0),
  length_cm integer NOT NULL CHECK (length_cm > 0),
  height_cm integer NOT NULL CHECK (height_cm > 0),
  width_cm integer NOT NULL CHECK (width_cm > 0),
  weight_g integer NOT NULL CHECK (weight_g > 0),
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  search_norm text GENERATED ALWAYS AS (norm(sku || ' ' || description)) STORED,
  PRIMARY KEY (client_id, id)
);
CREATE UNIQUE INDEX one_sku ON products (client_id, lower(sku));
CREATE INDEX products_list ON products (client_id, updated_at DESC, id DESC);
CREATE INDEX products_search ON products USING gin (client_id, search_norm gin_trgm_ops);
CALL belongs_to_client('products');
GRANT SELECT, INSERT, UPDATE ON products TO app;

-- ── Places and prices: the provider's, the same for all ───────────────────────────────────────────────────────────

CREATE TABLE zip_codes (
  code text NOT NULL CHECK (code ~ '^[0-9]{4}$'),
  city text NOT NULL,
  province char(1) NOT NULL,
  PRIMARY KEY (code, province, city)
);
GRANT SELECT ON zip_codes TO app;

CREATE TABLE pickup_points (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE,
  name text NOT NULL,
  street text NOT NULL,
  city text NOT NULL,
  province char(1) NOT NULL,
  zip4 integer NOT NULL,
  active boolean NOT NULL DEFAULT true
);
CREATE INDEX ON pickup_points (zip4) WHERE active;
GRANT SELECT ON pickup_points TO app;

-- A tariff is replaced, never changed: orders keep the one they were priced with.
CREATE TABLE tariffs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  valid_from date NOT NULL,
  -- Zones, brackets, insurance, IVA and delivery days, as shared/rules/tariff.ts reads them.
  terms jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON tariffs (valid_from DESC, id DESC);
GRANT SELECT ON tariffs TO app;
