-- Creating an order doesn't write it: it contains collected parcels only.

DROP INDEX CONCURRENTLY IF EXISTS shipments_collected;
CREATE INDEX CONCURRENTLY shipments_collected ON shipments (client_id, collected_on, id)
  INCLUDE (cost_cents, adjustment_cents, state_code) WHERE collected_on IS NOT NULL;
COMMENT ON INDEX shipments_collected IS 'Serves a month''s charges, of all clients and of one.';
