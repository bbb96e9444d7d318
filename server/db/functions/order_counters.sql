-- Numbers of orders and shipments for lists and statistics (decision 0013).

-- Returns the shard in which this transaction counts a client's rows: the first free shard, locked until the transaction ends.
-- There are as many shards as concurrent writers, so a writer only waits for merging and recounting.
CREATE OR REPLACE FUNCTION counter_shard(client bigint) RETURNS smallint
  LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  chosen text := current_setting('app.counter_shard', true);
  shard smallint := 0;
BEGIN
  IF split_part(chosen, ':', 1) = client::text THEN
    RETURN split_part(chosen, ':', 2);
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('counter shards', client));
  WHILE NOT pg_try_advisory_xact_lock(hashtextextended('counter shard ' || shard, client)) LOOP
    shard := shard + 1;
  END LOOP;
  PERFORM set_config('app.counter_shard', client || ':' || shard, true);
  RETURN shard;
END $$;
REVOKE EXECUTE ON FUNCTION counter_shard FROM PUBLIC;

-- Locks all shards of a client: waits for open transactions that count its rows, and blocks others until this transaction ends.
CREATE OR REPLACE FUNCTION lock_counter_shards(client bigint) RETURNS void
  LANGUAGE sql VOLATILE
  BEGIN ATOMIC
    SELECT pg_advisory_xact_lock(hashtextextended('counter shards', client));
  END;
REVOKE EXECUTE ON FUNCTION lock_counter_shards FROM PUBLIC;

-- Inserts rows in key order, so that the days of a range are stored together.
CREATE OR REPLACE FUNCTION count_orders() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO order_counts AS c (client_id, day, delivery_mode, printed, state_group, shard, n)
  SELECT client_id, day, delivery_mode, printed, state_group, counter_shard(client_id), count(*)
  FROM added, LATERAL (VALUES (local_day(created_at)), ('-infinity')) AS both_days (day)
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (client_id, day, delivery_mode, printed, state_group, shard) DO UPDATE SET n = c.n + excluded.n;
  INSERT INTO order_updated_counts AS c (client_id, day, state_group, shard, n)
  SELECT client_id, local_day(updated_at), state_group, counter_shard(client_id), count(*) FROM added
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, state_group, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
CALL create_trigger_once('orders', 'counted', $$
  CREATE TRIGGER counted AFTER INSERT ON orders REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_orders()
$$);

CREATE OR REPLACE FUNCTION adjust_order_counts() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Most writes only change flags.
  IF NOT EXISTS (
    SELECT client_id, created_at, local_day(updated_at), delivery_mode, printed, state_group FROM added
    EXCEPT ALL
    SELECT client_id, created_at, local_day(updated_at), delivery_mode, printed, state_group FROM removed
  ) THEN
    RETURN NULL;
  END IF;
  INSERT INTO order_counts AS c (client_id, day, delivery_mode, printed, state_group, shard, n)
  SELECT client_id, day, delivery_mode, printed, state_group, counter_shard(client_id), sum(d) FROM (
    SELECT client_id, local_day(created_at) AS created_on, delivery_mode, printed, state_group, 1 AS d FROM added
    UNION ALL
    SELECT client_id, local_day(created_at), delivery_mode, printed, state_group, -1 FROM removed
  ) AS delta, LATERAL (VALUES (created_on), ('-infinity')) AS both_days (day)
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (client_id, day, delivery_mode, printed, state_group, shard) DO UPDATE SET n = c.n + excluded.n;
  INSERT INTO order_updated_counts AS c (client_id, day, state_group, shard, n)
  SELECT client_id, day, state_group, counter_shard(client_id), sum(d) FROM (
    SELECT client_id, local_day(updated_at) AS day, state_group, 1 AS d FROM added
    UNION ALL
    SELECT client_id, local_day(updated_at), state_group, -1 FROM removed
  ) AS delta GROUP BY 1, 2, 3 HAVING sum(d) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, state_group, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
CALL create_trigger_once('orders', 'recounted', $$
  CREATE TRIGGER recounted AFTER UPDATE ON orders REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION adjust_order_counts()
$$);

CREATE OR REPLACE FUNCTION count_shipments() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO shipment_counts AS c (client_id, day, province, shard, n)
  SELECT client_id, local_day(created_at), coalesce(province, '-'), counter_shard(client_id), count(*)
  FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, province, shard) DO UPDATE SET n = c.n + excluded.n;
  INSERT INTO shipment_state_counts AS c (client_id, day, delivery_mode, printed, state_code, shard, n)
  SELECT client_id, day, delivery_mode, printed, coalesce(state_code, '-'), counter_shard(client_id), count(*)
  FROM added, LATERAL (VALUES (local_day(created_at)), ('-infinity')) AS both_days (day)
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (client_id, day, delivery_mode, printed, state_code, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
CALL create_trigger_once('shipments', 'counted', $$
  CREATE TRIGGER counted AFTER INSERT ON shipments REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_shipments()
$$);

CREATE OR REPLACE FUNCTION adjust_shipment_counts() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Most writes only change flags.
  IF NOT EXISTS (
    SELECT client_id, created_at, province, delivery_mode, printed, state_code FROM added
    EXCEPT ALL
    SELECT client_id, created_at, province, delivery_mode, printed, state_code FROM removed
  ) THEN
    RETURN NULL;
  END IF;
  INSERT INTO shipment_counts AS c (client_id, day, province, shard, n)
  SELECT client_id, day, province, counter_shard(client_id), sum(d) FROM (
    SELECT client_id, local_day(created_at) AS day, coalesce(province, '-') AS province, 1 AS d FROM added
    UNION ALL
    SELECT client_id, local_day(created_at), coalesce(province, '-'), -1 FROM removed
  ) AS delta GROUP BY 1, 2, 3 HAVING sum(d) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, province, shard) DO UPDATE SET n = c.n + excluded.n;
  INSERT INTO shipment_state_counts AS c (client_id, day, delivery_mode, printed, state_code, shard, n)
  SELECT client_id, day, delivery_mode, printed, state_code, counter_shard(client_id), sum(d) FROM (
    SELECT client_id, local_day(created_at) AS created_on, delivery_mode, printed,
      coalesce(state_code, '-') AS state_code, 1 AS d FROM added
    UNION ALL
    SELECT client_id, local_day(created_at), delivery_mode, printed, coalesce(state_code, '-'), -1 FROM removed
  ) AS delta, LATERAL (VALUES (created_on), ('-infinity')) AS both_days (day)
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (client_id, day, delivery_mode, printed, state_code, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
CALL create_trigger_once('shipments', 'recounted', $$
  CREATE TRIGGER recounted AFTER UPDATE ON shipments REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION adjust_shipment_counts()
$$);

-- Merges the shards of the transaction's client into shard 0. Blocks its writers.
CREATE OR REPLACE FUNCTION merge_counter_shards() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  client bigint := current_client();
BEGIN
  IF NOT EXISTS (
    SELECT FROM order_counts WHERE client_id = client AND shard > 0
    UNION ALL SELECT FROM order_updated_counts WHERE client_id = client AND shard > 0
    UNION ALL SELECT FROM shipment_counts WHERE client_id = client AND shard > 0
    UNION ALL SELECT FROM shipment_state_counts WHERE client_id = client AND shard > 0
  ) THEN
    RETURN;
  END IF;
  PERFORM lock_counter_shards(client);
  WITH folded AS (DELETE FROM order_counts WHERE client_id = client AND shard > 0 RETURNING *)
  INSERT INTO order_counts AS c (client_id, day, delivery_mode, printed, state_group, n)
  SELECT client, day, delivery_mode, printed, state_group, sum(n) FROM folded GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
  ON CONFLICT (client_id, day, delivery_mode, printed, state_group, shard) DO UPDATE SET n = c.n + excluded.n;
  WITH folded AS (DELETE FROM order_updated_counts WHERE client_id = client AND shard > 0 RETURNING *)
  INSERT INTO order_updated_counts AS c (client_id, day, state_group, n)
  SELECT client, day, state_group, sum(n) FROM folded GROUP BY 2, 3 ORDER BY 2, 3
  ON CONFLICT (client_id, day, state_group, shard) DO UPDATE SET n = c.n + excluded.n;
  WITH folded AS (DELETE FROM shipment_counts WHERE client_id = client AND shard > 0 RETURNING *)
  INSERT INTO shipment_counts AS c (client_id, day, province, n)
  SELECT client, day, province, sum(n) FROM folded GROUP BY 2, 3 ORDER BY 2, 3
  ON CONFLICT (client_id, day, province, shard) DO UPDATE SET n = c.n + excluded.n;
  WITH folded AS (DELETE FROM shipment_state_counts WHERE client_id = client AND shard > 0 RETURNING *)
  INSERT INTO shipment_state_counts AS c (client_id, day, delivery_mode, printed, state_code, n)
  SELECT client, day, delivery_mode, printed, state_code, sum(n) FROM folded GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
  ON CONFLICT (client_id, day, delivery_mode, printed, state_code, shard) DO UPDATE SET n = c.n + excluded.n;
END $$;
REVOKE EXECUTE ON FUNCTION merge_counter_shards FROM PUBLIC;
GRANT EXECUTE ON FUNCTION merge_counter_shards TO app;

-- Recounts the orders and shipments of the transaction's client into shard 0. Blocks its writers.
CREATE OR REPLACE FUNCTION rebuild_counts() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  client bigint := current_client();
BEGIN
  PERFORM lock_counter_shards(client);
  DELETE FROM order_counts WHERE client_id = client;
  INSERT INTO order_counts (client_id, day, delivery_mode, printed, state_group, n)
    SELECT client, day, delivery_mode, printed, state_group, count(*)
    FROM orders, LATERAL (VALUES (local_day(created_at)), ('-infinity')) AS both_days (day)
    WHERE client_id = client GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5;
  DELETE FROM order_updated_counts WHERE client_id = client;
  INSERT INTO order_updated_counts (client_id, day, state_group, n)
    SELECT client, local_day(updated_at), state_group, count(*) FROM orders WHERE client_id = client
      GROUP BY 2, 3 ORDER BY 2, 3;
  DELETE FROM shipment_counts WHERE client_id = client;
  INSERT INTO shipment_counts (client_id, day, province, n)
    SELECT client, local_day(created_at), coalesce(province, '-'), count(*)
    FROM shipments WHERE client_id = client GROUP BY 2, 3 ORDER BY 2, 3;
  DELETE FROM shipment_state_counts WHERE client_id = client;
  INSERT INTO shipment_state_counts (client_id, day, delivery_mode, printed, state_code, n)
    SELECT client, day, delivery_mode, printed, coalesce(state_code, '-'), count(*)
    FROM shipments, LATERAL (VALUES (local_day(created_at)), ('-infinity')) AS both_days (day)
    WHERE client_id = client GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5;
END $$;
REVOKE EXECUTE ON FUNCTION rebuild_counts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rebuild_counts TO app;
