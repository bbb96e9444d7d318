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
  -- The reason that a review closed. The case is open again once attention or attention_at differ from it and
  -- attention_closed_for.
  attention_closed text,
  attention_closed_for timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, begun_by) REFERENCES users,
  CHECK ((state = 56) = (confirmed_at IS NOT NULL)),
  CHECK ((state = 41) = (cancelled_at IS NOT NULL)),
  CHECK ((attention IS NULL) = (attention_at IS NULL))
);
COMMENT ON TABLE merchant_orders IS 'Payments (merchant orders): each pays one or more orders of a client.';
CREATE INDEX merchant_orders_attention ON merchant_orders (client_id, attention_at) WHERE attention IS NOT NULL;
CREATE INDEX merchant_orders_attention_all ON merchant_orders (attention_at, client_id, id) WHERE attention IS NOT NULL;
COMMENT ON INDEX merchant_orders_attention_all IS 'Serves the provider''s queue of payments.';
CREATE INDEX merchant_orders_date ON merchant_orders (client_id, date_at DESC, id DESC) INCLUDE (updated_at, state);
CREATE INDEX merchant_orders_day ON merchant_orders (client_id, dated_on, updated_at DESC, id DESC) INCLUDE (state);
CREATE INDEX merchant_orders_list ON merchant_orders (client_id, updated_at DESC, id DESC) INCLUDE (date_at, state);
CREATE INDEX merchant_orders_state ON merchant_orders (client_id, state, updated_at DESC, id DESC) INCLUDE (date_at);
CALL enable_client_isolation('merchant_orders');
CREATE POLICY provider ON merchant_orders TO provider USING (true);
GRANT SELECT, INSERT, UPDATE ON merchant_orders TO app;
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
CREATE INDEX merchant_order_lines_order ON merchant_order_lines (client_id, order_pk);
CREATE INDEX merchant_order_lines_tracking ON merchant_order_lines (client_id, tracking_id);
-- readings C25: an order can't be paid twice.
CREATE UNIQUE INDEX one_active_payment ON merchant_order_lines (client_id, order_pk) WHERE active;
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
CREATE INDEX provider_payments_client_id_merchant_order_id_idx ON provider_payments (client_id, merchant_order_id);
CALL enable_client_isolation('provider_payments');
GRANT SELECT, INSERT, UPDATE ON provider_payments TO app;

CREATE TABLE payment_closures (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  merchant_order_id bigint NOT NULL,
  attention text NOT NULL,
  attention_at timestamptz NOT NULL,
  reason text NOT NULL,
  closed_by text NOT NULL,
  closed_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, merchant_order_id) REFERENCES merchant_orders,
  UNIQUE (client_id, merchant_order_id, attention, attention_at)
);
COMMENT ON TABLE payment_closures IS 'Reviews of payments that the provider closed: who, when and why. Never changed.';
CALL enable_client_isolation('payment_closures');
GRANT SELECT, INSERT ON payment_closures TO app;

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
