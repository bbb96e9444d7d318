-- The shipments list: its indexes, and counters that know its totals.

-- A rare state (an incident among thousands) would cost a walk through the whole list.
CREATE INDEX shipments_state ON shipments (client_id, state_code, updated_at DESC, id DESC)
  INCLUDE (created_at, delivery_mode, printed);

-- With the id in its order, so that an export reads on where it stopped. Statistics have counters of their own.
DROP INDEX shipments_created;
CREATE INDEX shipments_created ON shipments (client_id, created_at DESC, id DESC)
  INCLUDE (updated_at, delivery_mode, printed, state_code);

CREATE TABLE shipment_state_counts (
  client_id bigint NOT NULL,
  -- Day of creation; '-infinity' counts all days together, for totals without dates.
  day date NOT NULL,
  delivery_mode smallint NOT NULL,
  printed boolean NOT NULL,
  -- '-' when the state is none that we know.
  state_code text NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, delivery_mode, printed, state_code)
);
CALL belongs_to_client('shipment_state_counts');
GRANT SELECT ON shipment_state_counts TO app;

INSERT INTO shipment_state_counts
  SELECT client_id, day, delivery_mode, printed, coalesce(state_code, '-'), count(*)
  FROM shipments, LATERAL (VALUES (local_day(created_at)), ('-infinity')) AS both_days (day) GROUP BY 1, 2, 3, 4, 5;

-- A new order counts orders before shipments, a printed label or a moved parcel shipments before orders: upserts in key
-- order are not enough any more. Whoever changes a client's counters first holds them all until its transaction ends;
-- the rows of '-infinity' made such writers wait for each other anyway.
CREATE FUNCTION hold_counts(client bigint) RETURNS void
  LANGUAGE sql VOLATILE
  BEGIN ATOMIC
    SELECT pg_advisory_xact_lock(hashtextextended('counts', client));
  END;

CREATE OR REPLACE FUNCTION count_orders() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM hold_counts(client_id) FROM (SELECT DISTINCT client_id FROM added ORDER BY 1) AS writers;
  INSERT INTO order_counts AS c
  SELECT client_id, day, delivery_mode, printed, state_group, count(*)
  FROM added, LATERAL (VALUES (local_day(created_at)), ('-infinity')) AS both_days (day)
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (client_id, day, delivery_mode, printed, state_group) DO UPDATE SET n = c.n + excluded.n;
  INSERT INTO order_updated_counts AS c
  SELECT client_id, local_day(updated_at), state_group, count(*)
  FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, state_group) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION recount_orders() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT client_id, created_at, local_day(updated_at), delivery_mode, printed, state_group FROM added
    EXCEPT ALL
    SELECT client_id, created_at, local_day(updated_at), delivery_mode, printed, state_group FROM removed
  ) THEN
    RETURN NULL;
  END IF;
  PERFORM hold_counts(client_id) FROM (SELECT DISTINCT client_id FROM added ORDER BY 1) AS writers;
  INSERT INTO order_counts AS c
  SELECT client_id, day, delivery_mode, printed, state_group, sum(d) FROM (
    SELECT client_id, local_day(created_at) AS created_on, delivery_mode, printed, state_group, 1 AS d FROM added
    UNION ALL
    SELECT client_id, local_day(created_at), delivery_mode, printed, state_group, -1 FROM removed
  ) AS delta, LATERAL (VALUES (created_on), ('-infinity')) AS both_days (day)
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (client_id, day, delivery_mode, printed, state_group) DO UPDATE SET n = c.n + excluded.n;
  INSERT INTO order_updated_counts AS c
  SELECT client_id, day, state_group, sum(d) FROM (
    SELECT client_id, local_day(updated_at) AS day, state_group, 1 AS d FROM added
    UNION ALL
    SELECT client_id, local_day(updated_at), state_group, -1 FROM removed
  ) AS delta GROUP BY 1, 2, 3 HAVING sum(d) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, state_group) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_shipments() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM hold_counts(client_id) FROM (SELECT DISTINCT client_id FROM added ORDER BY 1) AS writers;
  INSERT INTO shipment_counts AS c
  SELECT client_id, local_day(created_at), coalesce(province, '-'), count(*)
  FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, province) DO UPDATE SET n = c.n + excluded.n;
  INSERT INTO shipment_state_counts AS c
  SELECT client_id, day, delivery_mode, printed, coalesce(state_code, '-'), count(*)
  FROM added, LATERAL (VALUES (local_day(created_at)), ('-infinity')) AS both_days (day)
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (client_id, day, delivery_mode, printed, state_code) DO UPDATE SET n = c.n + excluded.n;
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
  PERFORM hold_counts(client_id) FROM (SELECT DISTINCT client_id FROM added ORDER BY 1) AS writers;
  INSERT INTO shipment_counts AS c
  SELECT client_id, day, province, sum(d) FROM (
    SELECT client_id, local_day(created_at) AS day, coalesce(province, '-') AS province, 1 AS d FROM added
    UNION ALL
    SELECT client_id, local_day(created_at), coalesce(province, '-'), -1 FROM removed
  ) AS delta GROUP BY 1, 2, 3 HAVING sum(d) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, province) DO UPDATE SET n = c.n + excluded.n;
  INSERT INTO shipment_state_counts AS c
  SELECT client_id, day, delivery_mode, printed, state_code, sum(d) FROM (
    SELECT client_id, local_day(created_at) AS created_on, delivery_mode, printed,
      coalesce(state_code, '-') AS state_code, 1 AS d FROM added
    UNION ALL
    SELECT client_id, local_day(created_at), delivery_mode, printed, coalesce(state_code, '-'), -1 FROM removed
  ) AS delta, LATERAL (VALUES (created_on), ('-infinity')) AS both_days (day)
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (client_id, day, delivery_mode, printed, state_code) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
