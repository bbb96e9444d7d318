DROP INDEX CONCURRENTLY IF EXISTS shipments_measured_doubt;
CREATE INDEX CONCURRENTLY shipments_measured_doubt ON shipments (measured_doubt_at, client_id, id)
  WHERE measured_doubt_at IS NOT NULL;
COMMENT ON INDEX shipments_measured_doubt IS 'Serves the provider''s queue of measurements that wait for a person.';
