-- The keys of counters with their shards. The shard comes last: readers ask for a client and days, and sum.

DROP INDEX CONCURRENTLY IF EXISTS order_counts_key;
CREATE UNIQUE INDEX CONCURRENTLY order_counts_key
  ON order_counts (client_id, day, delivery_mode, printed, state_group, shard);
DROP INDEX CONCURRENTLY IF EXISTS order_updated_counts_key;
CREATE UNIQUE INDEX CONCURRENTLY order_updated_counts_key ON order_updated_counts (client_id, day, state_group, shard);
DROP INDEX CONCURRENTLY IF EXISTS shipment_counts_key;
CREATE UNIQUE INDEX CONCURRENTLY shipment_counts_key ON shipment_counts (client_id, day, province, shard);
DROP INDEX CONCURRENTLY IF EXISTS shipment_state_counts_key;
CREATE UNIQUE INDEX CONCURRENTLY shipment_state_counts_key
  ON shipment_state_counts (client_id, day, delivery_mode, printed, state_code, shard);
