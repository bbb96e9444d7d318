-- Basis of all other migrations: roles, extensions, helper functions, ids, and the isolation of clients.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'app') THEN
    CREATE ROLE app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another node has created the role
END $$;
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'provider') THEN
    CREATE ROLE provider NOLOGIN;
    GRANT provider TO CURRENT_USER;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another node has created the role
END $$;

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS unaccent;

GRANT USAGE ON SCHEMA public TO app, provider;

-- Returns the day of a timestamp in Buenos Aires (UTC−3 all year).
CREATE FUNCTION local_day(moment timestamptz) RETURNS date
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (moment AT TIME ZONE INTERVAL '-03:00')::date;

-- Normalises a text for comparison: no accents, lower case. Naming the dictionary allows the function to be immutable.
CREATE FUNCTION norm(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, value));

-- Returns the client whose rows this transaction may see, or null.
CREATE FUNCTION current_client() RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.client_id', true), '')::bigint;

-- ── Ids ───────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Sequential ids would reveal how many rows there are. So ids are a permutation of the sequence's numbers: a Feistel network
-- with four rounds over 40 bits. Its random key is generated here, one for each installation, and is part of a backup.
CREATE SEQUENCE ids MINVALUE 0 MAXVALUE 1099511627775;
GRANT USAGE ON SEQUENCE ids TO app;

DO $$
BEGIN
  EXECUTE format('CREATE FUNCTION id_key() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN %s::bigint',
    hashtextextended(gen_random_uuid()::text, 0) >> 2);
END $$;

-- In PL/pgSQL, which caches compiled expressions for the session. The hash functions are stable across PostgreSQL versions,
-- because hash partitions depend on them.
CREATE FUNCTION next_id() RETURNS bigint
  LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  n bigint := nextval('public.ids');
  high bigint := n >> 20;
  low bigint := n & 1048575;
BEGIN
  high := high # (hashint8extended(low, id_key()) & 1048575);
  low := low # (hashint8extended(high, id_key() + 1) & 1048575);
  high := high # (hashint8extended(low, id_key() + 2) & 1048575);
  low := low # (hashint8extended(high, id_key() + 3) & 1048575);
  RETURN (high << 20 | low) + 1;
END $$;

-- Returns a number of new ids. The row estimate of a function doesn't depend on its argument, so a prepared statement is
-- planned once; with generate_series it would be planned at every call.
CREATE FUNCTION next_ids(count integer) RETURNS SETOF bigint
  LANGUAGE plpgsql VOLATILE ROWS 10 AS $$
BEGIN
  FOR i IN 1..count LOOP
    RETURN NEXT next_id();
  END LOOP;
END $$;

-- ── Isolation ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- Isolates the clients of a table: forces row-level security, with a policy for the client and one for the owner's maintenance.
CREATE PROCEDURE enable_client_isolation(relation regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', relation);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', relation);
  EXECUTE format('CREATE POLICY client ON %s TO app USING (client_id = current_client()) WITH CHECK (client_id = current_client())', relation);
  EXECUTE format('CREATE POLICY owner ON %s TO %I USING (true) WITH CHECK (true)', relation, current_user);
END $$;

-- ── On the wire ───────────────────────────────────────────────────────────────────────────────────────────────────
-- The database builds pages of lists as JSON, in the formats of readings C43.

-- Formats a timestamp as ISO 8601 at −03:00, with seconds.
CREATE FUNCTION wire_time(moment timestamptz) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN to_char(moment AT TIME ZONE INTERVAL '-03:00', 'YYYY-MM-DD"T"HH24:MI:SS"-03:00"');

-- Converts cents to pesos with two decimals.
CREATE FUNCTION wire_pesos(cents bigint) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round(cents / 100.0, 2);

-- Returns a LIKE pattern that matches texts containing the value. Normalises the value and escapes its wildcards.
CREATE FUNCTION like_contains(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN '%' || regexp_replace(norm(value), '([\\%_])', '\\\1', 'g') || '%';
