-- The indexes by document and phone, now also for their beginnings. The new ones serve equality as well.

DROP INDEX CONCURRENTLY IF EXISTS orders_document_prefix;
CREATE INDEX CONCURRENTLY orders_document_prefix ON orders (client_id, upper(document) text_pattern_ops, id)
  WHERE document <> '' AND masked_at IS NULL;
COMMENT ON INDEX orders_document_prefix IS 'Finds a receiver by document (orders_of_receiver) or its beginning (orders_of_buyers).';
DROP INDEX CONCURRENTLY IF EXISTS orders_document;

DROP INDEX CONCURRENTLY IF EXISTS orders_phone_prefix;
CREATE INDEX CONCURRENTLY orders_phone_prefix
  ON orders (client_id, regexp_replace(receiver_phone, '\D', '', 'g') text_pattern_ops, id)
  WHERE receiver_phone <> '' AND masked_at IS NULL;
COMMENT ON INDEX orders_phone_prefix IS 'Finds a receiver by phone (orders_of_receiver) or its beginning (orders_of_buyers).';
DROP INDEX CONCURRENTLY IF EXISTS orders_phone;
