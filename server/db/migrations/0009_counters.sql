-- Counters for lists and statistics, maintained by triggers in the writer's transaction. Each transaction counts in its own shard of
-- the client, so that writers of one client never wait for each other's counters. Totals are sums over the shards.

CREATE TABLE order_counts (
  client_id bigint NOT NULL,
  -- Day of creation; '-infinity' is the total of all days.
  day date NOT NULL,
  delivery_mode smallint NOT NULL,
  printed boolean NOT NULL,
  state_group text NOT NULL,
  -- A total is the sum over all shards (decision 0013).
  shard smallint NOT NULL DEFAULT 0,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, delivery_mode, printed, state_group, shard)
);
COMMENT ON TABLE order_counts IS 'Number of orders by day of creation.';
CALL enable_client_isolation('order_counts');
GRANT SELECT ON order_counts TO app;

CREATE TABLE order_updated_counts (
  client_id bigint NOT NULL,
  day date NOT NULL,
  state_group text NOT NULL,
  -- A total is the sum over all shards (decision 0013).
  shard smallint NOT NULL DEFAULT 0,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, state_group, shard)
);
COMMENT ON TABLE order_updated_counts IS 'Number of orders by day of last change.';
CALL enable_client_isolation('order_updated_counts');
GRANT SELECT ON order_updated_counts TO app;

CREATE TABLE shipment_counts (
  client_id bigint NOT NULL,
  day date NOT NULL,
  -- '-' for an unknown province.
  province char(1) NOT NULL,
  -- A total is the sum over all shards (decision 0013).
  shard smallint NOT NULL DEFAULT 0,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, province, shard)
);
COMMENT ON TABLE shipment_counts IS 'Number of shipments by day of creation and province.';
CALL enable_client_isolation('shipment_counts');
GRANT SELECT ON shipment_counts TO app;

CREATE TABLE shipment_state_counts (
  client_id bigint NOT NULL,
  -- Day of creation; '-infinity' is the total of all days.
  day date NOT NULL,
  delivery_mode smallint NOT NULL,
  printed boolean NOT NULL,
  -- '-' for an unknown state.
  state_code text NOT NULL,
  -- A total is the sum over all shards (decision 0013).
  shard smallint NOT NULL DEFAULT 0,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, delivery_mode, printed, state_code, shard)
);
COMMENT ON TABLE shipment_state_counts IS 'Number of shipments by day of creation and state.';
CALL enable_client_isolation('shipment_state_counts');
GRANT SELECT ON shipment_state_counts TO app;
