-- Each transaction counts in a shard that no other open transaction of its client writes, so that writers of one client
-- never wait for each other's counters. Totals are sums over shards; the night folds them into shard 0.

-- harmless: held for the milliseconds of this file, so that no statement that counts by the old keys is under way
LOCK TABLE orders, shipments IN SHARE ROW EXCLUSIVE MODE;

ALTER TABLE order_counts DROP CONSTRAINT order_counts_pkey;
ALTER TABLE order_counts ADD CONSTRAINT order_counts_pkey PRIMARY KEY USING INDEX order_counts_key;
ALTER TABLE order_updated_counts DROP CONSTRAINT order_updated_counts_pkey;
ALTER TABLE order_updated_counts ADD CONSTRAINT order_updated_counts_pkey PRIMARY KEY USING INDEX order_updated_counts_key;
ALTER TABLE shipment_counts DROP CONSTRAINT shipment_counts_pkey;
ALTER TABLE shipment_counts ADD CONSTRAINT shipment_counts_pkey PRIMARY KEY USING INDEX shipment_counts_key;
ALTER TABLE shipment_state_counts DROP CONSTRAINT shipment_state_counts_pkey;
ALTER TABLE shipment_state_counts
  ADD CONSTRAINT shipment_state_counts_pkey PRIMARY KEY USING INDEX shipment_state_counts_key;

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
CREATE FUNCTION hold_counter_shards(client bigint) RETURNS void
  LANGUAGE sql VOLATILE
  BEGIN ATOMIC
    SELECT pg_advisory_xact_lock(hashtextextended('counter shards', client));
  END;

-- Rows are written in the order of their keys, so that the days of a range lie together.
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

CREATE OR REPLACE FUNCTION recount_orders() RETURNS trigger
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

CREATE OR REPLACE FUNCTION recount_shipments() RETURNS trigger
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

-- Adds the shards of the transaction's client to shard 0. Its writers wait.
CREATE FUNCTION fold_counts() RETURNS void
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
  PERFORM hold_counter_shards(client);
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
CREATE OR REPLACE FUNCTION recount() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  client bigint := current_client();
BEGIN
  PERFORM hold_counter_shards(client);
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

-- Counts the payments of the transaction's client from scratch. In a transaction of its own: writers take this lock and a
-- shard in either order.
CREATE FUNCTION recount_client_payments() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  client bigint := current_client();
BEGIN
  PERFORM hold_counts(client);
  DELETE FROM payment_counts WHERE client_id = client;
  INSERT INTO payment_counts SELECT client, day, state, count(*)
    FROM merchant_orders, LATERAL (VALUES (local_day(date_at)), ('-infinity')) AS both_days (day)
    WHERE client_id = client GROUP BY 2, 3 ORDER BY 2, 3;
END $$;

REVOKE EXECUTE ON FUNCTION counter_shard, hold_counter_shards, fold_counts, recount_client_payments FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fold_counts, recount_client_payments TO app;
