DROP INDEX CONCURRENTLY IF EXISTS stock_lots_dated;
CREATE INDEX CONCURRENTLY stock_lots_dated ON stock_lots (least(expiry, criticality)) WHERE units > 0;
COMMENT ON INDEX stock_lots_dated IS 'Serves the provider''s list of critical and expired lots.';
