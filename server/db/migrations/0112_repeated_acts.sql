-- Equal rows of an actor, action and target are added up by the minute, as refusals are. Rows are sealed some minutes later, once no
-- call adds to them any more.

GRANT UPDATE (times) ON audit_log TO app, provider;
COMMENT ON COLUMN audit_log.times IS 'Larger than 1 for refusals and for equal rows, which are added up by the minute.';

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
