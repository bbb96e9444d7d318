-- Payments of prepaid orders (merchant orders), and the attempts at the payment provider.

CREATE TABLE merchant_orders (
  client_id bigint NOT NULL REFERENCES clients,
  -- `external_reference` at the payment provider.
  id bigint NOT NULL DEFAULT next_id(),
  -- 54 open, 56 confirmed, 41 cancelled. Only 54 may change.
  state smallint NOT NULL DEFAULT 54 CHECK (state IN (54, 56, 41)),
  -- Frozen when the payment is opened (readings C26).
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  begun_by bigint NOT NULL,
  preference_id text,
  init_point text,
  -- The confirming attempt, else the last read attempt, and its status at the payment provider.
  payment_id text,
  provider_status text,
  attention text,
  attention_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  updated_at timestamptz NOT NULL DEFAULT current_moment(),
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  -- Date in lists and filters: confirmation, else creation (readings C43).
  date_at timestamptz GENERATED ALWAYS AS (coalesce(confirmed_at, created_at)) STORED,
  dated_on date GENERATED ALWAYS AS (local_day(coalesce(confirmed_at, created_at))) STORED,
  -- Next time to poll the payment provider, and the last time that an unverified notification caused a read.
  next_poll_at timestamptz,
  unverified_notification_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, begun_by) REFERENCES users,
  CHECK ((state = 56) = (confirmed_at IS NOT NULL)),
  CHECK ((state = 41) = (cancelled_at IS NOT NULL)),
  CHECK ((attention IS NULL) = (attention_at IS NULL))
);
COMMENT ON TABLE merchant_orders IS 'Payments (merchant orders): each pays one or more orders of a client.';
CREATE INDEX merchant_orders_list ON merchant_orders (client_id, updated_at DESC, id DESC) INCLUDE (date_at, state);
CREATE INDEX merchant_orders_state ON merchant_orders (client_id, state, updated_at DESC, id DESC) INCLUDE (date_at);
CREATE INDEX merchant_orders_date ON merchant_orders (client_id, date_at DESC, id DESC) INCLUDE (updated_at, state);
CREATE INDEX merchant_orders_day ON merchant_orders (client_id, dated_on, updated_at DESC, id DESC) INCLUDE (state);
CREATE INDEX merchant_orders_attention ON merchant_orders (client_id, attention_at) WHERE attention IS NOT NULL;
CALL enable_client_isolation('merchant_orders');
GRANT SELECT, INSERT, UPDATE ON merchant_orders TO app;
CREATE POLICY provider ON merchant_orders TO provider USING (true);
GRANT SELECT ON merchant_orders TO provider;

CREATE TABLE merchant_order_lines (
  client_id bigint NOT NULL,
  merchant_order_id bigint NOT NULL,
  n smallint NOT NULL,
  order_pk bigint NOT NULL,
  -- Copies of the order's immutable numbers.
  order_id text NOT NULL,
  tracking_id text COLLATE "C" NOT NULL,
  amount_cents bigint NOT NULL,
  -- False once the payment is cancelled.
  active boolean NOT NULL DEFAULT true,
  PRIMARY KEY (client_id, merchant_order_id, n),
  UNIQUE (client_id, merchant_order_id, order_pk),
  FOREIGN KEY (client_id, merchant_order_id) REFERENCES merchant_orders,
  FOREIGN KEY (client_id, order_pk) REFERENCES orders
);
COMMENT ON TABLE merchant_order_lines IS 'Orders of a payment, with their amounts.';
-- readings C25: an order can't be paid twice.
CREATE UNIQUE INDEX one_active_payment ON merchant_order_lines (client_id, order_pk) WHERE active;
CREATE INDEX merchant_order_lines_order ON merchant_order_lines (client_id, order_pk);
CREATE INDEX merchant_order_lines_tracking ON merchant_order_lines (client_id, tracking_id);
CALL enable_client_isolation('merchant_order_lines');
GRANT SELECT, INSERT, UPDATE (active) ON merchant_order_lines TO app;

CREATE TABLE provider_payments (
  client_id bigint NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  merchant_order_id bigint NOT NULL,
  status text NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  -- Time of the last change at the payment provider. An older reading never replaces a newer one.
  changed_at timestamptz NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, payment_id),
  FOREIGN KEY (client_id, merchant_order_id) REFERENCES merchant_orders
);
COMMENT ON TABLE provider_payments IS 'Attempts to pay, as last read from the payment provider.';
CREATE INDEX ON provider_payments (client_id, merchant_order_id);
CALL enable_client_isolation('provider_payments');
GRANT SELECT, INSERT, UPDATE ON provider_payments TO app;

-- ── Directory ─────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE merchant_order_directory (
  id bigint PRIMARY KEY,
  client_id bigint NOT NULL
);
COMMENT ON TABLE merchant_order_directory IS 'Client of a payment.';

CREATE TABLE provider_payment_directory (
  payment_id text COLLATE "C" PRIMARY KEY,
  client_id bigint NOT NULL,
  merchant_order_id bigint NOT NULL
);
COMMENT ON TABLE provider_payment_directory IS 'Client and payment of an attempt at the payment provider.';

CREATE FUNCTION find_merchant_order(merchant_order bigint) RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT client_id FROM merchant_order_directory WHERE id = merchant_order $$;

CREATE FUNCTION find_provider_payment(payment text, OUT client_id bigint, OUT merchant_order_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT d.client_id, d.merchant_order_id FROM provider_payment_directory d WHERE d.payment_id = payment $$;

CREATE FUNCTION add_to_payment_directory() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'merchant_orders' THEN
    INSERT INTO merchant_order_directory VALUES (NEW.id, NEW.client_id);
  ELSE
    INSERT INTO provider_payment_directory VALUES (NEW.payment_id, NEW.client_id, NEW.merchant_order_id)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER directory AFTER INSERT ON merchant_orders FOR EACH ROW EXECUTE FUNCTION add_to_payment_directory();
CREATE TRIGGER directory AFTER INSERT ON provider_payments FOR EACH ROW EXECUTE FUNCTION add_to_payment_directory();

-- ── Counters ──────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE payment_counts (
  client_id bigint NOT NULL,
  -- Day of `date_at`; '-infinity' is the total of all days.
  day date NOT NULL,
  state smallint NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, state)
);
COMMENT ON TABLE payment_counts IS 'Number of payments by day and state.';
CALL enable_client_isolation('payment_counts');
GRANT SELECT ON payment_counts TO app;

-- Mutex on a client's payment counters and stock, held until the transaction ends. Needed because their rows are locked in no
-- fixed order.
CREATE FUNCTION lock_counters(client bigint) RETURNS void
  LANGUAGE sql VOLATILE
  BEGIN ATOMIC
    SELECT pg_advisory_xact_lock(hashtextextended('counts', client));
  END;

CREATE FUNCTION count_payments() RETURNS trigger
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

CREATE FUNCTION adjust_payment_counts() RETURNS trigger
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

CREATE TRIGGER counted AFTER INSERT ON merchant_orders REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_payments();
CREATE TRIGGER recounted AFTER UPDATE ON merchant_orders REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION adjust_payment_counts();

-- Recounts the payments of the transaction's client. Must run in a separate transaction from rebuild_counts: writers take this
-- lock and a shard in either order, so taking both could deadlock.
CREATE FUNCTION rebuild_payment_counts() RETURNS void
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
