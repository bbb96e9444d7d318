-- Counters of orders and shipments in shards (decision 0013): each total is the sum of its rows over `shard`. The keys and
-- the functions that count follow in the next two files.
ALTER TABLE order_counts ADD COLUMN shard smallint NOT NULL DEFAULT 0;
ALTER TABLE order_updated_counts ADD COLUMN shard smallint NOT NULL DEFAULT 0;
ALTER TABLE shipment_counts ADD COLUMN shard smallint NOT NULL DEFAULT 0;
ALTER TABLE shipment_state_counts ADD COLUMN shard smallint NOT NULL DEFAULT 0;
