-- Indexes of the search for a person's data. They contain no masked order and no processed row.

DROP INDEX CONCURRENTLY IF EXISTS orders_document;
CREATE INDEX CONCURRENTLY orders_document ON orders (client_id, upper(document), id) WHERE document <> '' AND masked_at IS NULL;
COMMENT ON INDEX orders_document IS 'Finds a receiver by document (orders_of_receiver).';

DROP INDEX CONCURRENTLY IF EXISTS orders_email;
CREATE INDEX CONCURRENTLY orders_email ON orders (client_id, lower(email), id) WHERE email <> '' AND masked_at IS NULL;
COMMENT ON INDEX orders_email IS 'Finds a receiver by e-mail (orders_of_receiver).';

DROP INDEX CONCURRENTLY IF EXISTS orders_phone;
CREATE INDEX CONCURRENTLY orders_phone ON orders (client_id, regexp_replace(receiver_phone, '\D', '', 'g'), id)
  WHERE receiver_phone <> '' AND masked_at IS NULL;
COMMENT ON INDEX orders_phone IS 'Finds a receiver by phone (orders_of_receiver).';

DROP INDEX CONCURRENTLY IF EXISTS orders_erasure_requested;
CREATE INDEX CONCURRENTLY orders_erasure_requested ON orders (client_id, id)
  WHERE erasure_requested_at IS NOT NULL AND masked_at IS NULL;
COMMENT ON INDEX orders_erasure_requested IS 'Finds orders whose receivers are masked once they end (mask_requested_orders).';

DROP INDEX CONCURRENTLY IF EXISTS batch_rows_cells;
CREATE INDEX CONCURRENTLY batch_rows_cells ON batch_rows USING gin (client_id, searched_cells(cells))
  WHERE outcome = 'Error' AND cells <> '[]';

DROP INDEX CONCURRENTLY IF EXISTS audit_by_user;
CREATE INDEX CONCURRENTLY audit_by_user ON audit_log (client_id, actor_id, id) WHERE actor_kind = 'user';
