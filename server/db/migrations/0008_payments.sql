-- Payments of prepaid orders (merchant orders), what the payment provider told of them, and the embedded stand-in.

CREATE TABLE merchant_orders (
  client_id bigint NOT NULL REFERENCES clients,
  -- The payment provider knows it as external_reference.
  id bigint NOT NULL DEFAULT next_id(),
  -- 54 open, 56 confirmed, 41 cancelled: from 54 to one of the others, and never again.
  state smallint NOT NULL DEFAULT 54 CHECK (state IN (54, 56, 41)),
  -- Frozen when it is begun (readings C26).
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  begun_by bigint NOT NULL,
  preference_id text,
  init_point text,
  -- The payment that confirmed it, else the last one that was read, and the provider's word for its state.
  payment_id text,
  provider_status text,
  attention text,
  attention_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  -- What lists show and filter by: the confirmation, else the creation (readings C43).
  date_at timestamptz GENERATED ALWAYS AS (coalesce(confirmed_at, created_at)) STORED,
  -- When the provider is asked the next time by itself, and when it was last asked because somebody said so without proof.
  next_check_at timestamptz,
  hinted_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, begun_by) REFERENCES users,
  CHECK ((state = 56) = (confirmed_at IS NOT NULL)),
  CHECK ((state = 41) = (cancelled_at IS NOT NULL)),
  CHECK ((attention IS NULL) = (attention_at IS NULL))
);
CREATE INDEX merchant_orders_list ON merchant_orders (client_id, updated_at DESC, id DESC) INCLUDE (date_at, state);
CREATE INDEX merchant_orders_state ON merchant_orders (client_id, state, updated_at DESC, id DESC) INCLUDE (date_at);
CREATE INDEX merchant_orders_date ON merchant_orders (client_id, date_at DESC, id DESC) INCLUDE (updated_at, state);
CREATE INDEX merchant_orders_attention ON merchant_orders (client_id, attention_at) WHERE attention IS NOT NULL;
CALL belongs_to_client('merchant_orders');
GRANT SELECT, INSERT, UPDATE ON merchant_orders TO app;
CREATE POLICY provider ON merchant_orders TO provider USING (true);
GRANT SELECT ON merchant_orders TO provider;

-- The orders that a payment pays, and what each costs in it.
CREATE TABLE merchant_order_lines (
  client_id bigint NOT NULL,
  merchant_order_id bigint NOT NULL,
  n smallint NOT NULL,
  order_pk bigint NOT NULL,
  -- The order's numbers, which never change.
  order_id text NOT NULL,
  tracking_id text COLLATE "C" NOT NULL,
  amount_cents bigint NOT NULL,
  -- Until the payment is cancelled.
  live boolean NOT NULL DEFAULT true,
  PRIMARY KEY (client_id, merchant_order_id, n),
  UNIQUE (client_id, merchant_order_id, order_pk),
  FOREIGN KEY (client_id, merchant_order_id) REFERENCES merchant_orders,
  FOREIGN KEY (client_id, order_pk) REFERENCES orders
);
-- readings C25: paying an order twice is impossible.
CREATE UNIQUE INDEX one_live_payment ON merchant_order_lines (client_id, order_pk) WHERE live;
CREATE INDEX merchant_order_lines_order ON merchant_order_lines (client_id, order_pk);
CREATE INDEX merchant_order_lines_tracking ON merchant_order_lines (client_id, tracking_id);
CALL belongs_to_client('merchant_order_lines');
GRANT SELECT, INSERT ON merchant_order_lines TO app;
GRANT UPDATE (live) ON merchant_order_lines TO app;

-- Attempts to pay as they were last read from the payment provider.
CREATE TABLE provider_payments (
  client_id bigint NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  merchant_order_id bigint NOT NULL,
  status text NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  -- The provider's own time of its last change: an older reading never takes the place of a newer one.
  changed_at timestamptz NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, payment_id),
  FOREIGN KEY (client_id, merchant_order_id) REFERENCES merchant_orders
);
CREATE INDEX ON provider_payments (client_id, merchant_order_id);
CALL belongs_to_client('provider_payments');
GRANT SELECT, INSERT, UPDATE ON provider_payments TO app;

-- Whose a payment is, before anybody is known to ask: by our id, and by the provider's once it was read.
CREATE TABLE merchant_order_directory (
  id bigint PRIMARY KEY,
  client_id bigint NOT NULL
);
CREATE TABLE provider_payment_directory (
  payment_id text COLLATE "C" PRIMARY KEY,
  client_id bigint NOT NULL,
  merchant_order_id bigint NOT NULL
);

CREATE FUNCTION find_merchant_order(merchant_order bigint) RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT client_id FROM merchant_order_directory WHERE id = merchant_order $$;

CREATE FUNCTION find_provider_payment(payment text, OUT client_id bigint, OUT merchant_order_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT d.client_id, d.merchant_order_id FROM provider_payment_directory d WHERE d.payment_id = payment $$;

CREATE FUNCTION enter_payment_directory() RETURNS trigger
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
CREATE TRIGGER directory AFTER INSERT ON merchant_orders FOR EACH ROW EXECUTE FUNCTION enter_payment_directory();
CREATE TRIGGER directory AFTER INSERT ON provider_payments FOR EACH ROW EXECUTE FUNCTION enter_payment_directory();

CREATE TABLE payment_counts (
  client_id bigint NOT NULL,
  -- Day of `date_at`; '-infinity' counts all days together.
  day date NOT NULL,
  state smallint NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, state)
);
CALL belongs_to_client('payment_counts');
GRANT SELECT ON payment_counts TO app;

CREATE FUNCTION count_payments() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM hold_counts(client_id) FROM (SELECT DISTINCT client_id FROM added ORDER BY 1) AS writers;
  INSERT INTO payment_counts AS c
  SELECT client_id, day, state, count(*)
  FROM added, LATERAL (VALUES (local_day(date_at)), ('-infinity')) AS both_days (day)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, state) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;

CREATE FUNCTION recount_payments() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT client_id, local_day(date_at), state FROM added EXCEPT ALL
    SELECT client_id, local_day(date_at), state FROM removed
  ) THEN
    RETURN NULL;
  END IF;
  PERFORM hold_counts(client_id) FROM (SELECT DISTINCT client_id FROM added ORDER BY 1) AS writers;
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
  FOR EACH STATEMENT EXECUTE FUNCTION recount_payments();

-- Money came in for the order after its payment was cancelled: it is neither paid again nor cancelled until that is settled.
ALTER TABLE orders ADD COLUMN approved_payment boolean NOT NULL DEFAULT false;

-- A payment that could not be begun leaves its key free to be used again (readings S17).
GRANT DELETE ON idempotency_keys TO app;

-- The embedded payment provider, with DEMO alone: what it was asked to collect, and the attempts to pay it.
CREATE TABLE dev_checkouts (
  id text PRIMARY KEY,
  reference text NOT NULL,
  title text NOT NULL,
  amount_cents bigint NOT NULL,
  back_url text NOT NULL,
  expired boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX ON dev_checkouts (reference);
CREATE TABLE dev_checkout_payments (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 120000000001) PRIMARY KEY,
  checkout_id text NOT NULL REFERENCES dev_checkouts,
  method text NOT NULL CHECK (method IN ('credit_card', 'ticket')),
  status text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON dev_checkout_payments (checkout_id);
GRANT SELECT, INSERT, UPDATE ON dev_checkouts, dev_checkout_payments TO app;
