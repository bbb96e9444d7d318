-- Counters that keep lists and statistics fast, by triggers in the writer's transaction.

-- Each transaction counts in a shard that no other open transaction of its client writes, so that writers of one client
-- never wait for each other's counters. Totals are sums over shards; the night folds them into shard 0.

CREATE TABLE order_counts (
  client_id bigint NOT NULL,
  -- Day of creation; '-infinity' counts all days together, for totals without dates.
  day date NOT NULL,
  delivery_mode smallint NOT NULL,
  printed boolean NOT NULL,
  state_group text NOT NULL,
  -- Each total is the sum of its rows over the shards (decision 0013).
  shard smallint NOT NULL DEFAULT 0,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, delivery_mode, printed, state_group, shard)
);
COMMENT ON TABLE order_counts IS 'Orders by day of creation.';
CALL enable_client_isolation('order_counts');
GRANT SELECT ON order_counts TO app;

CREATE TABLE order_updated_counts (
  client_id bigint NOT NULL,
  day date NOT NULL,
  state_group text NOT NULL,
  -- Each total is the sum of its rows over the shards (decision 0013).
  shard smallint NOT NULL DEFAULT 0,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, state_group, shard)
);
COMMENT ON TABLE order_updated_counts IS 'Orders by the day of their last change.';
CALL enable_client_isolation('order_updated_counts');
GRANT SELECT ON order_updated_counts TO app;

CREATE TABLE shipment_counts (
  client_id bigint NOT NULL,
  day date NOT NULL,
  -- '-' when the province is none of the 24.
  province char(1) NOT NULL,
  -- Each total is the sum of its rows over the shards (decision 0013).
  shard smallint NOT NULL DEFAULT 0,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, province, shard)
);
COMMENT ON TABLE shipment_counts IS 'Shipments by day of creation and province.';
CALL enable_client_isolation('shipment_counts');
GRANT SELECT ON shipment_counts TO app;

CREATE TABLE shipment_state_counts (
  client_id bigint NOT NULL,
  -- Day of creation; '-infinity' counts all days together, for totals without dates.
  day date NOT NULL,
  delivery_mode smallint NOT NULL,
  printed boolean NOT NULL,
  -- '-' when the state is none that we know.
  state_code text NOT NULL,
  -- Each total is the sum of its rows over the shards (decision 0013).
  shard smallint NOT NULL DEFAULT 0,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, delivery_mode, printed, state_code, shard)
);
COMMENT ON TABLE shipment_state_counts IS 'Shipments by day of creation and state.';
CALL enable_client_isolation('shipment_state_counts');
GRANT SELECT ON shipment_state_counts TO app;

-- The shard that this transaction counts a client's rows in, until it ends: the first one that is free. There are as many
-- shards as writers at once, so that a writer waits only for folding and recounting.
CREATE FUNCTION counter_shard(client bigint) RETURNS smallint
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

-- Waits until no open transaction counts rows of a client, and keeps others from it until this one ends.
CREATE FUNCTION lock_counter_shards(client bigint) RETURNS void
  LANGUAGE sql VOLATILE
  BEGIN ATOMIC
    SELECT pg_advisory_xact_lock(hashtextextended('counter shards', client));
  END;

-- Rows are written in the order of their keys, so that the days of a range lie together.
CREATE FUNCTION count_orders() RETURNS trigger
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

CREATE FUNCTION adjust_order_counts() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Most writes change flags alone.
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

CREATE FUNCTION count_shipments() RETURNS trigger
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

CREATE FUNCTION adjust_shipment_counts() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Most writes change flags alone.
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

CREATE TRIGGER counted AFTER INSERT ON orders REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
CREATE TRIGGER recounted AFTER UPDATE ON orders REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION adjust_order_counts();
CREATE TRIGGER counted AFTER INSERT ON shipments REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_shipments();
CREATE TRIGGER recounted AFTER UPDATE ON shipments REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION adjust_shipment_counts();

-- Adds the shards of the transaction's client to shard 0. Its writers wait.
CREATE FUNCTION merge_counter_shards() RETURNS void
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

-- Counts the orders and shipments of the transaction's client from scratch, all in shard 0. Its writers wait.
CREATE FUNCTION rebuild_counts() RETURNS void
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

REVOKE EXECUTE ON FUNCTION counter_shard, lock_counter_shards, merge_counter_shards, rebuild_counts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION merge_counter_shards, rebuild_counts TO app;
