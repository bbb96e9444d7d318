-- What every other file stands on: roles, extensions, helpers, ids, and the isolation of clients.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'app') THEN
    CREATE ROLE app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another node was faster
END $$;
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'provider') THEN
    CREATE ROLE provider NOLOGIN;
    GRANT provider TO CURRENT_USER;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another node was faster
END $$;

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS unaccent;

GRANT USAGE ON SCHEMA public TO app, provider;

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

-- ── Ids ───────────────────────────────────────────────────────────────────────────────────────────────────────────

-- The number of an id in its sequence tells how many rows there are, so ids are a permutation of those numbers: four
-- rounds of a Feistel network over 40 bits. Its key is drawn here, so that nobody can compute it from another
-- installation. A backup holds the key with the sequence.
CREATE SEQUENCE ids MINVALUE 0 MAXVALUE 1099511627775;
GRANT USAGE ON SEQUENCE ids TO app;

DO $$
BEGIN
  EXECUTE format('CREATE FUNCTION id_key() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN %s::bigint',
    hashtextextended(gen_random_uuid()::text, 0) >> 2);
END $$;

-- In PL/pgSQL, which keeps its compiled expressions for the session. Hash functions are the same on every version of
-- PostgreSQL, since partitions by hash depend on them.
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

-- So many ids. A function's estimate doesn't depend on its argument, so a prepared statement is planned once; with
-- generate_series it would be planned at every call.
CREATE FUNCTION next_ids(count integer) RETURNS SETOF bigint
  LANGUAGE plpgsql VOLATILE ROWS 10 AS $$
BEGIN
  FOR i IN 1..count LOOP
    RETURN NEXT next_id();
  END LOOP;
END $$;

-- ── Isolation ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- Marks a table as a client's own: forced row-level security, the client's policy, and the owner's for maintenance.
CREATE PROCEDURE enable_client_isolation(relation regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', relation);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', relation);
  EXECUTE format('CREATE POLICY client ON %s TO app USING (client_id = current_client()) WITH CHECK (client_id = current_client())', relation);
  EXECUTE format('CREATE POLICY owner ON %s TO %I USING (true) WITH CHECK (true)', relation, current_user);
END $$;

-- ── On the wire ───────────────────────────────────────────────────────────────────────────────────────────────────
-- Pages of lists are built as JSON by the database; these are the forms of readings C43.

-- ISO 8601 at −03:00, to the second.
CREATE FUNCTION wire_time(moment timestamptz) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN to_char(moment AT TIME ZONE INTERVAL '-03:00', 'YYYY-MM-DD"T"HH24:MI:SS"-03:00"');

-- Cents as pesos with two decimals.
CREATE FUNCTION wire_pesos(cents bigint) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round(cents / 100.0, 2);

-- A pattern that finds a text within another: folded, its wildcards meant to the letter.
CREATE FUNCTION like_contains(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN '%' || regexp_replace(norm(value), '([\\%_])', '\\\1', 'g') || '%';
