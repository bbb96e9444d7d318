-- The hash chains of the audit trail.

-- Appends up to `max_rows` rows to their chains, oldest first. Transactions may commit in another order than they began, so rows
-- of the last ten minutes before the newest seal are looked at again. Returns how many it sealed.
CREATE OR REPLACE FUNCTION seal_audit_log(max_rows integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  entry audit_log;
  last audit_seals;
  sealed integer := 0;
BEGIN
  LOCK TABLE audit_seals IN SHARE ROW EXCLUSIVE MODE;
  FOR entry IN
    SELECT l.* FROM audit_log l
    WHERE l.at >= (SELECT coalesce(max(s.at), '-infinity') - interval '10 minutes' FROM audit_seals s)
      -- A call adds only to rows of the minute in which its transaction began.
      AND l.at < current_moment() - interval '3 minutes'
      AND NOT EXISTS (SELECT FROM audit_seals s WHERE s.client_id = l.client_id AND s.audit_id = l.id)
    ORDER BY l.at, l.id LIMIT max_rows FOR UPDATE SKIP LOCKED
  LOOP
    SELECT * INTO last FROM audit_seals WHERE client_id = entry.client_id ORDER BY n DESC LIMIT 1;
    INSERT INTO audit_seals (client_id, n, audit_id, at, hash)
    VALUES (entry.client_id, coalesce(last.n, 0) + 1, entry.id, entry.at,
      audit_hash(coalesce(last.hash, ''), entry));
    sealed := sealed + 1;
  END LOOP;
  RETURN sealed;
END $$;
REVOKE EXECUTE ON FUNCTION seal_audit_log FROM PUBLIC;
GRANT EXECUTE ON FUNCTION seal_audit_log TO provider;

-- Returns the places of a chain where a row is missing or changed, and rows that were never sealed.
CREATE OR REPLACE FUNCTION verify_audit_chain(client bigint) RETURNS TABLE (n bigint, problem text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH sealed AS (
      SELECT s.n, s.hash, lag(s.n) OVER w AS n_before, lag(s.hash) OVER w AS hash_before, l AS entry
      FROM audit_seals s LEFT JOIN audit_log l ON l.client_id = s.client_id AND l.id = s.audit_id
      WHERE s.client_id = client WINDOW w AS (ORDER BY s.n)
    ), checked AS (
      SELECT s.n, s.hash, s.entry,
        -- The chain begins with its first row, or after a checkpoint.
        CASE WHEN s.n_before IS NOT NULL THEN s.n_before = s.n - 1 ELSE s.n = 1 OR c.n IS NOT NULL END AS continues,
        coalesce(s.hash_before, c.hash, '') AS previous
      FROM sealed s LEFT JOIN audit_checkpoints c ON c.client_id = client AND c.n = s.n - 1
    )
    SELECT n, CASE WHEN NOT continues THEN 'seal missing before' WHEN (entry).id IS NULL THEN 'row missing' ELSE 'row changed' END
    FROM checked WHERE NOT continues OR (entry).id IS NULL OR hash <> audit_hash(previous, entry)
    UNION ALL
    SELECT c.n, 'seal missing' FROM audit_checkpoints c
    WHERE c.client_id = client AND NOT EXISTS (SELECT FROM audit_seals s WHERE s.client_id = client AND s.n = c.n)
      AND EXISTS (SELECT FROM audit_seals s WHERE s.client_id = client AND s.n < c.n)
    UNION ALL
    SELECT NULL, 'row without seal' FROM audit_log l
    WHERE l.client_id = client AND l.at < current_moment() - interval '20 minutes'
      AND NOT EXISTS (SELECT FROM audit_seals s WHERE s.client_id = l.client_id AND s.audit_id = l.id)
    ORDER BY 1
  $$;
REVOKE EXECUTE ON FUNCTION verify_audit_chain FROM PUBLIC;
GRANT EXECUTE ON FUNCTION verify_audit_chain TO provider;

-- Adds checkpoints of the past months that have none.
CREATE OR REPLACE FUNCTION add_audit_checkpoints() RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    INSERT INTO audit_checkpoints (client_id, n, hash, month)
    SELECT DISTINCT ON (s.client_id, month) s.client_id, s.n, s.hash, month
    FROM audit_seals s, LATERAL (SELECT (date_trunc('month', s.at AT TIME ZONE 'UTC') + interval '1 month')::date AS month) m
    WHERE month <= (current_moment() AT TIME ZONE 'UTC')::date
      AND s.at >= (SELECT coalesce(max(c.month), '-infinity') FROM audit_checkpoints c WHERE c.client_id = s.client_id)
    ORDER BY s.client_id, month, s.n DESC
    ON CONFLICT DO NOTHING
  $$;
REVOKE EXECUTE ON FUNCTION add_audit_checkpoints FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_audit_checkpoints TO provider;

-- Deletes sealed rows older than 13 months, by whole months, so that a checkpoint precedes the rows that remain. Returns how many.
CREATE OR REPLACE FUNCTION prune_audit_log() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  pruned integer;
BEGIN
  WITH last AS (
    SELECT client_id, max(n) AS n FROM audit_checkpoints WHERE month <= (current_moment() - interval '13 months')::date GROUP BY client_id
  ), seals AS (
    DELETE FROM audit_seals s USING last WHERE s.client_id = last.client_id AND s.n <= last.n
    RETURNING s.client_id, s.audit_id
  )
  DELETE FROM audit_log l USING seals WHERE l.client_id = seals.client_id AND l.id = seals.audit_id;
  GET DIAGNOSTICS pruned = ROW_COUNT;
  RETURN pruned;
END $$;
REVOKE EXECUTE ON FUNCTION prune_audit_log FROM PUBLIC;
GRANT EXECUTE ON FUNCTION prune_audit_log TO provider;
