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

-- Returns the time at which the transaction began. Everything in this schema takes the time from here, so that tests can set it. The
-- planner replaces a call by the body, so that plans are those of now().
CREATE FUNCTION current_moment() RETURNS timestamptz
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN now();

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

-- Sequential ids would reveal how many rows there are. So the low 40 bits of an id are a permutation of the sequence's numbers: a
-- Feistel network with four rounds. Its random key is generated here, one for each installation, and is part of a backup. The 12 bits
-- above are the month, so that a client's new rows lie together in the indexes. The permutation alone keeps ids unique: a clock that
-- is set back only scatters them.
CREATE SEQUENCE ids MINVALUE 0 MAXVALUE 1099511627775;
GRANT USAGE ON SEQUENCE ids TO app, provider;

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
  utc timestamp := current_moment() AT TIME ZONE 'UTC';
  -- Months since the beginning of 2020.
  month bigint := greatest(0, (date_part('year', utc) - 2020) * 12 + date_part('month', utc) - 1);
BEGIN
  high := high # (hashint8extended(low, id_key()) & 1048575);
  low := low # (hashint8extended(high, id_key() + 1) & 1048575);
  high := high # (hashint8extended(low, id_key() + 2) & 1048575);
  low := low # (hashint8extended(high, id_key() + 3) & 1048575);
  RETURN (month << 40) + (high << 20 | low) + 1;
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

-- Lets the planner expect a tenth of a table's rows of each client, or those of the largest client if the statistics name it. Plans are shared by
-- all clients: with thousands of them, one for the average client reads all its rows, also those of a client with 300,000 (decision 0086).
CREATE PROCEDURE plan_for_large_clients(relation regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ALTER COLUMN client_id SET (n_distinct = 10, n_distinct_inherited = 10)', relation);
END $$;

-- Isolates the clients of a table: forces row-level security, with a policy for the client and one for the owner's maintenance.
CREATE PROCEDURE enable_client_isolation(relation regclass) LANGUAGE plpgsql AS $$
BEGIN
  CALL plan_for_large_clients(relation);
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', relation);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', relation);
  EXECUTE format('CREATE POLICY client ON %s TO app USING (client_id = current_client()) WITH CHECK (client_id = current_client())', relation);
  EXECUTE format('CREATE POLICY owner ON %s TO %I USING (true) WITH CHECK (true)', relation, current_user);
END $$;

-- ── Triggers ──────────────────────────────────────────────────────────────────────────────────────────────────────

-- Creates a trigger unless its table has one of this name: creating it again would lock the table for a moment.
CREATE PROCEDURE create_trigger_once(relation regclass, trigger_name name, statement text) LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = relation AND t.tgname = trigger_name) THEN
    EXECUTE statement;
  END IF;
END $$;

-- ── Keys ──────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Order numbers and SKUs that look the same are the same key: composed otherwise, with another kind of blank or hyphen, or with
-- invisible characters. They are stored and shown as typed, and compared by these functions (typed-key.ts, decision 0078).
CREATE FUNCTION typed_key(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN normalize(btrim(regexp_replace(regexp_replace(regexp_replace(value,
    '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f'
    '\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd'
    '\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
    '[\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0'
    '\ufe31\ufe32\ufe58\ufe63\uff0d\U00010d6e\U00010ead]', '-', 'g'),
    '[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164]+', ' ', 'g')), NFC);

-- For SKUs and for searches, which ignore case.
CREATE FUNCTION folded_key(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN lower(typed_key(value));
