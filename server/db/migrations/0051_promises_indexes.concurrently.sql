-- Indexes of what is due. They contain no shipment without a promise and none that has arrived, so creating an order doesn't write them.

DROP INDEX CONCURRENTLY IF EXISTS orders_due;
CREATE INDEX CONCURRENTLY orders_due ON orders (client_id, due_on, id) WHERE due_on IS NOT NULL;
COMMENT ON INDEX orders_due IS 'Serves the list of late orders, their number, and the sort by due date.';

DROP INDEX CONCURRENTLY IF EXISTS shipments_due;
CREATE INDEX CONCURRENTLY shipments_due ON shipments (client_id, due_on, id) WHERE due_on IS NOT NULL;
COMMENT ON INDEX shipments_due IS 'Serves the list of late shipments and the sort by due date.';
