DROP INDEX CONCURRENTLY IF EXISTS one_barcode;
CREATE UNIQUE INDEX CONCURRENTLY one_barcode ON products (client_id, barcode) WHERE barcode <> '';
COMMENT ON INDEX one_barcode IS 'Finds products by bar code. Keeps bar codes unique within a client.';
