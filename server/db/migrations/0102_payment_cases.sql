-- A payment that was reviewed leaves the provider's queue. Its reason stays: an order's flags depend on it.

ALTER TABLE merchant_orders ADD COLUMN attention_closed text;
ALTER TABLE merchant_orders ADD COLUMN attention_closed_for timestamptz;
COMMENT ON COLUMN merchant_orders.attention_closed IS
  'The reason that a review closed. The case is open again once attention or attention_at differ from it and attention_closed_for.';

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
  UNIQUE (client_id, merchant_order_id, attention, attention_at),
  FOREIGN KEY (client_id, merchant_order_id) REFERENCES merchant_orders (client_id, id)
);
COMMENT ON TABLE payment_closures IS 'Reviews of payments that the provider closed: who, when and why. Never changed.';
CALL enable_client_isolation('payment_closures');
GRANT SELECT, INSERT ON payment_closures TO app;
