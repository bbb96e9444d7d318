-- The hash chains of the audit trail.

-- Keeps a client's last seal of its month. A clock that was set back may lead a chain through a month twice: the later seal counts.
CREATE OR REPLACE FUNCTION add_audit_checkpoint(head audit_heads) RETURNS void
  LANGUAGE sql SET search_path = public, pg_temp AS $$
    INSERT INTO audit_checkpoints (client_id, month, n, hash, at)
    VALUES (head.client_id, (date_trunc('month', head.at AT TIME ZONE 'UTC') + interval '1 month')::date, head.n, head.hash, head.at)
    ON CONFLICT (client_id, month) DO UPDATE SET n = excluded.n, hash = excluded.hash, at = excluded.at
    WHERE audit_checkpoints.n < excluded.n
  $$;
REVOKE EXECUTE ON FUNCTION add_audit_checkpoint FROM PUBLIC;

-- Keeps a client's last seal.
CREATE OR REPLACE FUNCTION set_audit_head(head audit_heads) RETURNS void
  LANGUAGE sql SET search_path = public, pg_temp AS $$
    INSERT INTO audit_heads (client_id, n, hash, at) VALUES (head.client_id, head.n, head.hash, head.at)
    ON CONFLICT (client_id) DO UPDATE SET n = excluded.n, hash = excluded.hash, at = excluded.at
  $$;
REVOKE EXECUTE ON FUNCTION set_audit_head FROM PUBLIC;

-- Appends up to `max_rows` rows to their chains, oldest first. Transactions may commit in another order than they began, so rows
-- of the last ten minutes before the newest seal are looked at again, and those of a new month wait until 15 minutes of it have passed:
-- in each chain the seals of a month come before those of the next one. Returns how many it sealed.
CREATE OR REPLACE FUNCTION seal_audit_log(max_rows integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  entry audit_log;
  head audit_heads;
  sealed integer := 0;
  month_begins timestamptz := date_trunc('month', current_moment(), 'UTC');
  -- A call adds only to rows of the minute in which its transaction began.
  until timestamptz := current_moment() - interval '3 minutes';
  since timestamptz;
BEGIN
  LOCK TABLE audit_heads IN SHARE ROW EXCLUSIVE MODE;
  IF current_moment() < month_begins + interval '15 minutes' THEN
    until := least(until, month_begins);
  END IF;
  -- Seals of a clock that was ahead don't count.
  SELECT coalesce(max(s.at), '-infinity') - interval '10 minutes' INTO since FROM audit_seals s WHERE s.at < until;
  FOR entry IN
    SELECT (found.l).* FROM (
      SELECT l FROM audit_log l
      WHERE l.at >= since AND l.at < until
        AND NOT EXISTS (SELECT FROM audit_seals s WHERE s.client_id = l.client_id AND s.audit_id = l.id AND s.at = l.at)
      ORDER BY l.at, l.id LIMIT max_rows FOR UPDATE SKIP LOCKED
    ) found ORDER BY (found.l).client_id, (found.l).at, (found.l).id
  LOOP
    IF head.client_id IS DISTINCT FROM entry.client_id THEN
      IF head.client_id IS NOT NULL THEN
        PERFORM set_audit_head(head);
      END IF;
      SELECT * INTO head FROM audit_heads h WHERE h.client_id = entry.client_id;
    END IF;
    IF date_trunc('month', entry.at, 'UTC') > date_trunc('month', head.at, 'UTC') THEN
      PERFORM add_audit_checkpoint(head);
    END IF;
    head := (entry.client_id, coalesce(head.n, 0) + 1, audit_hash(coalesce(head.hash, ''), entry), entry.at);
    INSERT INTO audit_seals (client_id, n, audit_id, at, hash) VALUES (head.client_id, head.n, entry.id, entry.at, head.hash);
    sealed := sealed + 1;
  END LOOP;
  IF sealed > 0 THEN
    PERFORM set_audit_head(head);
  END IF;
  RETURN sealed;
END $$;
REVOKE EXECUTE ON FUNCTION seal_audit_log FROM PUBLIC;
GRANT EXECUTE ON FUNCTION seal_audit_log TO provider;

-- Returns the places of the chains where a row from `since` up to `until` is missing or changed, and rows of that time that were never
-- sealed: of one client, or of all for null. Up to 1000 of them. A parameter's plan depends on its value: few days or all, one or all.
CREATE OR REPLACE FUNCTION find_audit_problems(client bigint, since timestamptz, until timestamptz)
  RETURNS TABLE (client_id bigint, n bigint, problem text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  month_begins timestamptz := date_trunc('month', since, 'UTC');
BEGIN
  RETURN QUERY
  WITH sealed AS (
    SELECT s.client_id, s.n, s.at, s.audit_id, s.hash, lag(s.n) OVER w AS n_before, lag(s.hash) OVER w AS hash_before
    FROM audit_seals s WHERE s.at >= since AND s.at < until AND (client IS NULL OR s.client_id = client)
    WINDOW w AS (PARTITION BY s.client_id ORDER BY s.n)
  ), checked AS (
    SELECT s.client_id, s.n, s.hash, l AS entry,
      -- A chain begins with its first row. The seal before these days is one of this month, or the last one of an earlier month; after
      -- a change of the clock any.
      CASE WHEN s.n = 1 THEN '' WHEN s.n_before = s.n - 1 THEN s.hash_before ELSE (
        SELECT p.hash FROM audit_seals p WHERE p.client_id = s.client_id AND p.n = s.n - 1 AND p.at >= month_begins AND p.at < until
        UNION ALL
        SELECT c.hash FROM audit_checkpoints c WHERE c.client_id = s.client_id AND c.n = s.n - 1
        UNION ALL
        SELECT p.hash FROM audit_seals p WHERE p.client_id = s.client_id AND p.n = s.n - 1
        LIMIT 1
      ) END AS previous
    FROM sealed s
      LEFT JOIN audit_log l ON l.client_id = s.client_id AND l.id = s.audit_id AND l.at = s.at AND l.at >= since AND l.at < until
        AND (client IS NULL OR l.client_id = client)
    -- So that the previous hash is looked for once.
    OFFSET 0
  )
  SELECT k.client_id, k.n,
    CASE WHEN k.previous IS NULL THEN 'seal missing before' WHEN (k.entry).id IS NULL THEN 'row missing' ELSE 'row changed' END
  FROM checked k
  WHERE k.previous IS NULL OR (k.entry).id IS NULL OR k.hash <> audit_hash(k.previous, k.entry)
  UNION ALL
  SELECT l.client_id, NULL, 'row without seal' FROM audit_log l
  WHERE l.at >= since AND l.at < least(until, current_moment() - interval '30 minutes') AND (client IS NULL OR l.client_id = client)
    AND NOT EXISTS (
      SELECT FROM audit_seals s WHERE s.client_id = l.client_id AND s.audit_id = l.id AND s.at = l.at AND s.at >= since AND s.at < until)
  LIMIT 1000;
END $$;
REVOKE EXECUTE ON FUNCTION find_audit_problems FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_audit_problems TO provider;

-- Returns the chains of which the last seal, or the last one of a month, is missing or changed: of one client, or of all for null. A chain
-- whose months before a checkpoint were deleted has no earlier seal.
CREATE OR REPLACE FUNCTION find_missing_audit_seals(client bigint)
  RETURNS TABLE (client_id bigint, n bigint, problem text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT e.client_id, e.n, 'seal missing' FROM (
    SELECT h.client_id, h.n, h.at, h.hash FROM audit_heads h
    UNION
    SELECT c.client_id, c.n, c.at, c.hash FROM audit_checkpoints c
    WHERE c.month > (current_moment() AT TIME ZONE 'UTC' - interval '13 months')::date
  ) e
  WHERE (client IS NULL OR e.client_id = client)
    -- A subquery looks into one month for each of them; a join would read all seals.
    AND (SELECT s.hash FROM audit_seals s WHERE s.client_id = e.client_id AND s.n = e.n AND s.at = e.at) IS DISTINCT FROM e.hash
    AND (NOT EXISTS (SELECT FROM audit_checkpoints c WHERE c.client_id = e.client_id AND c.n = e.n)
      OR EXISTS (SELECT FROM audit_seals s WHERE s.client_id = e.client_id AND s.n <= e.n))
  LIMIT 1000;
END $$;
REVOKE EXECUTE ON FUNCTION find_missing_audit_seals FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_missing_audit_seals TO provider;

-- Recomputes a client's chain as far as it goes back. Returns the places where a row or a seal is missing or changed, and rows that were
-- never sealed.
CREATE OR REPLACE FUNCTION verify_audit_chain(client bigint) RETURNS TABLE (n bigint, problem text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT f.n, f.problem FROM find_audit_problems(client, '-infinity', 'infinity') f
    UNION ALL
    SELECT m.n, m.problem FROM find_missing_audit_seals(client) m
    ORDER BY 1
  $$;
REVOKE EXECUTE ON FUNCTION verify_audit_chain FROM PUBLIC;
GRANT EXECUTE ON FUNCTION verify_audit_chain TO provider;
