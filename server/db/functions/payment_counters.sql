-- Numbers of payments for lists.

-- Mutex on a client's payment counters and stock, held until the transaction ends. Needed because their rows are locked in no
-- fixed order.
CREATE OR REPLACE FUNCTION lock_counters(client bigint) RETURNS void
  LANGUAGE sql VOLATILE
  BEGIN ATOMIC
    SELECT pg_advisory_xact_lock(hashtextextended('counts', client));
  END;

CREATE OR REPLACE FUNCTION count_payments() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM lock_counters(client_id) FROM (SELECT DISTINCT client_id FROM added ORDER BY 1) AS writers;
  INSERT INTO payment_counts AS c
  SELECT client_id, day, state, count(*)
  FROM added, LATERAL (VALUES (local_day(date_at)), ('-infinity')) AS both_days (day)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, state) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
CALL create_trigger_once('merchant_orders', 'counted', $$
  CREATE TRIGGER counted AFTER INSERT ON merchant_orders REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_payments()
$$);

CREATE OR REPLACE FUNCTION adjust_payment_counts() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT client_id, local_day(date_at), state FROM added EXCEPT ALL
    SELECT client_id, local_day(date_at), state FROM removed
  ) THEN
    RETURN NULL;
  END IF;
  PERFORM lock_counters(client_id) FROM (SELECT DISTINCT client_id FROM added ORDER BY 1) AS writers;
  INSERT INTO payment_counts AS c
  SELECT client_id, day, state, sum(d) FROM (
    SELECT client_id, local_day(date_at) AS dated_on, state, 1 AS d FROM added
    UNION ALL
    SELECT client_id, local_day(date_at), state, -1 FROM removed
  ) AS delta, LATERAL (VALUES (dated_on), ('-infinity')) AS both_days (day)
  GROUP BY 1, 2, 3 HAVING sum(d) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, state) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
CALL create_trigger_once('merchant_orders', 'recounted', $$
  CREATE TRIGGER recounted AFTER UPDATE ON merchant_orders REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION adjust_payment_counts()
$$);

-- Recounts the payments of the transaction's client. Must run in a separate transaction from rebuild_counts: writers take this
-- lock and a shard in either order, so taking both could deadlock.
CREATE OR REPLACE FUNCTION rebuild_payment_counts() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  client bigint := current_client();
BEGIN
  PERFORM lock_counters(client);
  DELETE FROM payment_counts WHERE client_id = client;
  INSERT INTO payment_counts SELECT client, day, state, count(*)
    FROM merchant_orders, LATERAL (VALUES (local_day(date_at)), ('-infinity')) AS both_days (day)
    WHERE client_id = client GROUP BY 2, 3 ORDER BY 2, 3;
END $$;
REVOKE EXECUTE ON FUNCTION rebuild_payment_counts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rebuild_payment_counts TO app;
