-- Partitions of the audit trail by months of UTC (decision 0081). All functions wait for locks only briefly, because calls queue behind
-- them: callers try again.

-- Makes the partitions of a month unless they exist, and moves what the default partitions have of it there. Returns whether it made any.
CREATE OR REPLACE FUNCTION make_audit_month(month date) RETURNS boolean
  LANGUAGE plpgsql SET search_path = public, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
  since timestamptz := month::timestamp AT TIME ZONE 'UTC';
  until timestamptz := (month + interval '1 month') AT TIME ZONE 'UTC';
  made boolean := false;
  parent text;
  part text;
  waiting boolean;
BEGIN
  FOREACH parent IN ARRAY ARRAY['audit_log', 'audit_seals'] LOOP
    part := parent || to_char(month, '_YYYY_MM');
    CONTINUE WHEN to_regclass(part) IS NOT NULL;
    -- One node at a time, and not while rows are sealed.
    LOCK TABLE audit_heads IN SHARE ROW EXCLUSIVE MODE;
    CONTINUE WHEN to_regclass(part) IS NOT NULL;
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE at >= $1 AND at < $2)', parent || '_default') INTO waiting USING since, until;
    -- A writer that has chosen the default partition for a row of this month would fail when the month is attached.
    IF waiting OR since <= current_moment() THEN
      EXECUTE format('LOCK TABLE ONLY %I IN ACCESS EXCLUSIVE MODE', parent);
    END IF;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part, parent);
    CALL isolate_partition(part::regclass);
    EXECUTE format('WITH moved AS (DELETE FROM %I WHERE at >= $1 AND at < $2 RETURNING *) INSERT INTO %I SELECT * FROM moved',
      parent || '_default', part) USING since, until;
    -- Unlike CREATE TABLE … PARTITION OF, this locks only the default partition against calls that write to other ones.
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, since, until);
    made := true;
  END LOOP;
  RETURN made;
END $$;
REVOKE EXECUTE ON FUNCTION make_audit_month FROM PUBLIC;

-- Makes the partitions of this month and the next three. Returns the number of months that it made.
CREATE OR REPLACE FUNCTION make_audit_months() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  this_month date := date_trunc('month', current_moment() AT TIME ZONE 'UTC')::date;
  made integer := 0;
BEGIN
  FOR ahead IN 0..3 LOOP
    made := made + make_audit_month((this_month + ahead * interval '1 month')::date)::integer;
  END LOOP;
  RETURN made;
END $$;
REVOKE EXECUTE ON FUNCTION make_audit_months FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_audit_months TO provider;

-- Returns the months of the partitions that end before a moment, oldest first, without those that have a row behind the newest seal, and
-- later ones: what wasn't sealed yet stays.
CREATE OR REPLACE FUNCTION past_audit_months(moment timestamptz) RETURNS date[]
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  months date[] := '{}';
  old date;
  complete boolean;
BEGIN
  FOR old IN
    SELECT to_date(right(c.relname, 7), 'YYYY_MM') FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'audit_log'::regclass AND c.relname ~ '_\d{4}_\d{2}$'
      AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' <= moment
    ORDER BY 1
  LOOP
    EXECUTE format('SELECT coalesce((SELECT max(at) FROM %I) <= (SELECT max(at) FROM audit_seals WHERE at <= current_moment()), true)',
      'audit_log' || to_char(old, '_YYYY_MM')) INTO complete;
    EXIT WHEN NOT complete;
    months := months || old;
  END LOOP;
  RETURN months;
END $$;
REVOKE EXECUTE ON FUNCTION past_audit_months FROM PUBLIC;

-- Drops the months that ended more than 13 months ago, and deletes what other partitions have of that part of the chains: rows of the
-- default partitions, and rows that were sealed before the last one of a dropped month. A checkpoint precedes each chain that remains.
CREATE OR REPLACE FUNCTION prune_audit_log(OUT months integer, OUT deleted integer)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
  kept_from timestamptz := date_trunc('month', current_moment() - interval '13 months', 'UTC');
  past date[];
  old record;
  uncovered boolean;
  part text;
BEGIN
  LOCK TABLE audit_heads IN SHARE ROW EXCLUSIVE MODE;
  PERFORM add_audit_checkpoint(h) FROM audit_heads h WHERE h.at < date_trunc('month', current_moment(), 'UTC');
  past := past_audit_months(kept_from);
  months := cardinality(past);
  deleted := 0;
  FOR old IN
    WITH last AS (SELECT client_id, max(n) AS n FROM audit_checkpoints WHERE month <= (kept_from AT TIME ZONE 'UTC')::date GROUP BY 1)
    SELECT s.* FROM last, LATERAL (
      SELECT s.client_id, s.n, s.audit_id, s.at FROM audit_seals_default s WHERE s.client_id = last.client_id AND s.n <= last.n OFFSET 0) s
    UNION
    SELECT s.* FROM last, LATERAL (
      SELECT s.client_id, s.n, s.audit_id, s.at FROM audit_seals s
      WHERE s.client_id = last.client_id AND s.n <= last.n AND s.at >= kept_from OFFSET 0) s
    WHERE months > 0
  LOOP
    DELETE FROM audit_seals s WHERE s.client_id = old.client_id AND s.n = old.n AND s.at = old.at;
    DELETE FROM audit_log l WHERE l.client_id = old.client_id AND l.id = old.audit_id AND l.at = old.at;
    deleted := deleted + 1;
  END LOOP;
  FOR i IN 1..months LOOP
    part := to_char(past[i], '_YYYY_MM');
    EXECUTE format('SELECT EXISTS (SELECT FROM (SELECT client_id, max(n) AS n FROM %I GROUP BY 1) s WHERE NOT EXISTS (
      SELECT FROM audit_checkpoints c WHERE c.client_id = s.client_id AND c.n >= s.n AND c.month <= $1))', 'audit_seals' || part)
      INTO uncovered USING (kept_from AT TIME ZONE 'UTC')::date;
    IF uncovered THEN
      RAISE EXCEPTION 'a chain has no checkpoint for its rows in audit_seals%', part;
    END IF;
  END LOOP;
  -- Last, because nobody reads or writes the audit trail from here to the end of the transaction.
  FOR i IN 1..months LOOP
    part := to_char(past[i], '_YYYY_MM');
    EXECUTE format('DROP TABLE %I', 'audit_log' || part);
    EXECUTE format('DROP TABLE IF EXISTS %I', 'audit_seals' || part);
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION prune_audit_log FROM PUBLIC;
GRANT EXECUTE ON FUNCTION prune_audit_log TO provider;

-- From here on, because the first rows come before the first night.
SELECT make_audit_months();
