-- Orders, their shipments, and the counters that keep lists and statistics fast.

CREATE TABLE orders (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  tracking_id text COLLATE "C" NOT NULL,
  -- The client's own number.
  order_id text NOT NULL,
  delivery_mode smallint NOT NULL CHECK (delivery_mode BETWEEN 1 AND 5),
  is_reverse boolean GENERATED ALWAYS AS (delivery_mode = 4) STORED,
  sender_name text NOT NULL DEFAULT '',
  first_name text NOT NULL,
  last_name text NOT NULL,
  receiver_name text NOT NULL,
  document text NOT NULL DEFAULT '',
  email text NOT NULL,
  receiver_phone text NOT NULL,
  street_name text NOT NULL,
  street_number text NOT NULL,
  floor text NOT NULL DEFAULT '',
  apartment text NOT NULL DEFAULT '',
  between_1 text NOT NULL DEFAULT '',
  between_2 text NOT NULL DEFAULT '',
  zip_code text NOT NULL,
  -- Name of the province as written, and its ISO letter; null when it is none of the 24.
  state text NOT NULL,
  province char(1),
  city text NOT NULL,
  neighborhood_name text NOT NULL,
  other_info text NOT NULL DEFAULT '',
  longitude double precision,
  latitude double precision,
  pickup_address_id bigint NOT NULL,
  -- The collection address as it was when the order was created.
  sender_address jsonb NOT NULL,
  pickup_point jsonb,
  -- Price and payment terms are frozen at creation (readings C26, C41).
  tariff_id integer NOT NULL REFERENCES tariffs,
  prepaid boolean NOT NULL DEFAULT false,
  paid_at timestamptz,
  rate_cents bigint NOT NULL,
  estimated_min date,
  estimated_max date,
  -- Written by the door from shared/rules in the transaction of what they depend on; SQL only reads them.
  order_state text NOT NULL,
  state_group text NOT NULL,
  printed boolean NOT NULL DEFAULT false,
  printable boolean NOT NULL,
  payable boolean NOT NULL,
  can_generate_merchant_order boolean NOT NULL,
  can_request_edit boolean NOT NULL,
  cancellable boolean NOT NULL,
  cancelled_at timestamptz,
  merchant_order_id bigint,
  merchant_order_state smallint,
  init_point text,
  last_modification_state text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  name_norm text GENERATED ALWAYS AS (norm(receiver_name || ' ' || first_name || ' ' || last_name)) STORED,
  order_norm text COLLATE "C" GENERATED ALWAYS AS (lower(order_id)) STORED,
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, tracking_id),
  FOREIGN KEY (client_id, pickup_address_id) REFERENCES sender_addresses
);
-- readings C9: among the orders that aren't cancelled, the client's number is unique per direction.
CREATE UNIQUE INDEX one_order_number ON orders (client_id, is_reverse, order_id) WHERE cancelled_at IS NULL;
CREATE INDEX orders_list ON orders (client_id, updated_at DESC, id DESC)
  INCLUDE (created_at, delivery_mode, printed, state_group);
CREATE INDEX orders_created ON orders (client_id, created_at DESC, id DESC)
  INCLUDE (updated_at, delivery_mode, printed, state_group);
-- A rare group (an incident among thousands) would cost a walk through the whole list.
CREATE INDEX orders_group ON orders (client_id, state_group, updated_at DESC, id DESC)
  INCLUDE (created_at, delivery_mode, printed);
CREATE INDEX orders_number ON orders (client_id, order_norm);
CREATE INDEX orders_name ON orders USING gin (client_id, name_norm gin_trgm_ops);
CALL belongs_to_client('orders');
GRANT SELECT, INSERT ON orders TO app;
GRANT UPDATE ON orders TO app;

-- tracking id → client and order, for the public page and the public states.
CREATE TABLE tracking_directory (
  tracking_id text COLLATE "C" PRIMARY KEY,
  client_id bigint NOT NULL,
  order_id bigint NOT NULL
);

CREATE FUNCTION find_tracking(tracking text, OUT client_id bigint, OUT order_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT d.client_id, d.order_id FROM tracking_directory d WHERE d.tracking_id = tracking $$;

CREATE TABLE shipments (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  order_pk bigint NOT NULL,
  -- {tracking_id}-{n}; n is never given twice.
  label text COLLATE "C" NOT NULL,
  n smallint NOT NULL,
  delivery_mode smallint NOT NULL,
  province char(1),
  -- The state's text as received, and its code when it is a known one (readings C17).
  state text NOT NULL,
  state_code text,
  state_at timestamptz NOT NULL DEFAULT now(),
  length_cm integer NOT NULL,
  width_cm integer NOT NULL,
  height_cm integer NOT NULL,
  weight_g integer NOT NULL,
  value_cents bigint NOT NULL,
  cost_cents bigint NOT NULL,
  pickup_point_code text,
  delivery_date date,
  return_requested_at timestamptz,
  printed boolean NOT NULL DEFAULT false,
  printable boolean NOT NULL,
  cancellable boolean NOT NULL,
  can_return boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, label),
  UNIQUE (client_id, order_pk, n),
  FOREIGN KEY (client_id, order_pk) REFERENCES orders
);
CREATE INDEX shipments_list ON shipments (client_id, updated_at DESC, id DESC)
  INCLUDE (created_at, delivery_mode, printed, state_code);
CREATE INDEX shipments_created ON shipments (client_id, created_at)
  INCLUDE (updated_at, id, delivery_mode, printed, state_code, province);
CREATE INDEX shipments_pickup_point ON shipments (client_id, pickup_point_code) WHERE pickup_point_code IS NOT NULL;
CALL belongs_to_client('shipments');
GRANT SELECT, INSERT, UPDATE ON shipments TO app;

-- Items keep their own copy: a product may change or go.
CREATE TABLE shipment_items (
  client_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  n smallint NOT NULL,
  product_id bigint,
  sku text NOT NULL,
  name text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  weight_g integer,
  value_cents bigint,
  PRIMARY KEY (client_id, shipment_id, n),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments,
  FOREIGN KEY (client_id, product_id) REFERENCES products
);
CREATE INDEX ON shipment_items (client_id, product_id) WHERE product_id IS NOT NULL;
CALL belongs_to_client('shipment_items');
GRANT SELECT, INSERT ON shipment_items TO app;

-- Append-only: what happened to a parcel. `at` is when it happened, `recorded_at` when we were told.
CREATE TABLE shipment_events (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  shipment_id bigint NOT NULL,
  at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL,
  state_code text,
  reason text,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments
);
CREATE INDEX shipment_history ON shipment_events (client_id, shipment_id, at DESC, recorded_at DESC);
CALL belongs_to_client('shipment_events');
GRANT SELECT, INSERT ON shipment_events TO app;

-- Each time a label was handed over (readings C22).
CREATE TABLE label_deliveries (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  shipment_id bigint NOT NULL,
  format text NOT NULL CHECK (format IN ('pdf', 'zpl', 'png')),
  delivered_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments
);
CREATE INDEX ON label_deliveries (client_id, shipment_id);
CALL belongs_to_client('label_deliveries');
GRANT SELECT, INSERT ON label_deliveries TO app;

CREATE TRIGGER directory AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION enter_directory();
CREATE OR REPLACE FUNCTION enter_directory() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'users' THEN INSERT INTO user_directory VALUES (norm(NEW.username), lower(NEW.email), NEW.client_id, NEW.id);
    WHEN 'sessions' THEN INSERT INTO session_directory VALUES (NEW.id, NEW.client_id);
    WHEN 'one_time_tokens' THEN INSERT INTO token_directory VALUES (NEW.hash, NEW.client_id);
    WHEN 'orders' THEN INSERT INTO tracking_directory VALUES (NEW.tracking_id, NEW.client_id, NEW.id);
  END CASE;
  RETURN NULL;
END $$;

-- ── Counters ──────────────────────────────────────────────────────────────────────────────────────────────────────
-- Kept by statement-level triggers in the writer's transaction, upserted in key order so that writers can't deadlock.

CREATE TABLE order_counts (
  client_id bigint NOT NULL,
  day date NOT NULL,
  delivery_mode smallint NOT NULL,
  printed boolean NOT NULL,
  state_group text NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, delivery_mode, printed, state_group)
);
CREATE TABLE order_updated_counts (
  client_id bigint NOT NULL,
  day date NOT NULL,
  state_group text NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, state_group)
);
CREATE TABLE shipment_counts (
  client_id bigint NOT NULL,
  day date NOT NULL,
  -- '-' when the province is none of the 24.
  province char(1) NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, province)
);
CALL belongs_to_client('order_counts');
CALL belongs_to_client('order_updated_counts');
CALL belongs_to_client('shipment_counts');
GRANT SELECT ON order_counts, order_updated_counts, shipment_counts TO app;

CREATE FUNCTION count_orders() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO order_counts AS c
  SELECT client_id, local_day(created_at), delivery_mode, printed, state_group, count(*)
  FROM added GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (client_id, day, delivery_mode, printed, state_group) DO UPDATE SET n = c.n + excluded.n;
  INSERT INTO order_updated_counts AS c
  SELECT client_id, local_day(updated_at), state_group, count(*)
  FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, state_group) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;

CREATE FUNCTION recount_orders() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO order_counts AS c
  SELECT client_id, day, delivery_mode, printed, state_group, sum(d) FROM (
    SELECT client_id, local_day(created_at) AS day, delivery_mode, printed, state_group, 1 AS d FROM added
    UNION ALL
    SELECT client_id, local_day(created_at), delivery_mode, printed, state_group, -1 FROM removed
  ) AS delta GROUP BY 1, 2, 3, 4, 5 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5
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

CREATE FUNCTION count_shipments() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO shipment_counts AS c
  SELECT client_id, local_day(created_at), coalesce(province, '-'), count(*)
  FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, province) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;

CREATE FUNCTION recount_shipments() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO shipment_counts AS c
  SELECT client_id, day, province, sum(d) FROM (
    SELECT client_id, local_day(created_at) AS day, coalesce(province, '-') AS province, 1 AS d FROM added
    UNION ALL
    SELECT client_id, local_day(created_at), coalesce(province, '-'), -1 FROM removed
  ) AS delta GROUP BY 1, 2, 3 HAVING sum(d) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, province) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;

CREATE TRIGGER counted AFTER INSERT ON orders REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
CREATE TRIGGER recounted AFTER UPDATE ON orders REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION recount_orders();
CREATE TRIGGER counted AFTER INSERT ON shipments REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_shipments();
CREATE TRIGGER recounted AFTER UPDATE ON shipments REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION recount_shipments();

-- ── On the wire ───────────────────────────────────────────────────────────────────────────────────────────────────
-- Pages of lists are built as JSON by the database; these are the forms of readings C43.

-- ISO 8601 at −03:00, to the second.
CREATE FUNCTION wire_time(moment timestamptz) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN to_char(moment AT TIME ZONE INTERVAL '-03:00', 'YYYY-MM-DD"T"HH24:MI:SS"-03:00"');

-- Cents as pesos with two decimals.
CREATE FUNCTION wire_pesos(cents bigint) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round(cents / 100.0, 2);

-- A text as one step of a URL's path.
CREATE FUNCTION url_step(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN value ~ '^[A-Za-z0-9_.~-]*$' THEN value ELSE (
    SELECT string_agg(
      CASE WHEN c ~ '^[A-Za-z0-9_.~-]$' THEN c
        ELSE regexp_replace(upper(encode(convert_to(c, 'UTF8'), 'hex')), '(..)', '%\1', 'g') END, '' ORDER BY n)
    FROM regexp_split_to_table(value, '') WITH ORDINALITY AS t (c, n)
  ) END;

-- ── Text search ───────────────────────────────────────────────────────────────────────────────────────────────────
-- LIKE isn't leakproof, so row-level security keeps the planner off the trigram index. The function runs as the owner
-- and takes the client from the transaction, never from an argument. A function of its own owner's rights is never
-- inlined, which also fences the match: mixed with a list's order the planner may turn from it.

-- A pattern that finds a text within another: folded, its wildcards meant to the letter.
CREATE FUNCTION like_part(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN '%' || regexp_replace(norm(value), '([\\%_])', '\\\1', 'g') || '%';

-- It answers all that lists filter and sort by, so that no row has to be visited twice.
CREATE FUNCTION orders_named(pattern text) RETURNS TABLE (
    id bigint, updated_at timestamptz, created_at timestamptz, delivery_mode smallint, printed boolean,
    state_group text, tracking_id text, order_norm text
  )
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
    SELECT o.id, o.updated_at, o.created_at, o.delivery_mode, o.printed, o.state_group, o.tracking_id, o.order_norm
    FROM orders o WHERE o.client_id = current_client() AND o.name_norm LIKE pattern
  $$;

CREATE FUNCTION products_matching(pattern text) RETURNS TABLE (id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
    SELECT p.id FROM products p WHERE p.client_id = current_client() AND p.search_norm LIKE pattern
  $$;
