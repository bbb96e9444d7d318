DROP INDEX CONCURRENTLY IF EXISTS modification_requests_replaced;
CREATE INDEX CONCURRENTLY modification_requests_replaced ON modification_requests (client_id, decided_at) WHERE replaced IS NOT NULL;
