-- Numbers that have another normal form, and all SKUs.
UPDATE orders SET order_norm = folded_key(order_id) WHERE order_norm IS DISTINCT FROM folded_key(order_id);
UPDATE products SET sku_key = folded_key(sku) WHERE sku_key IS NULL;
UPDATE stock_skus SET sku_key = folded_key(sku) WHERE sku_key IS NULL;

-- Keys that look the same and exist already keep their texts. The oldest of them stays at 0, where it refuses new ones.

UPDATE orders o SET number_repeat = r.n FROM (
  SELECT client_id, id, row_number() OVER (PARTITION BY client_id, is_reverse, typed_key(order_id) ORDER BY created_at, id) - 1 AS n
  FROM orders WHERE cancelled_at IS NULL
) r WHERE o.client_id = r.client_id AND o.id = r.id AND o.number_repeat <> r.n;
UPDATE products p SET sku_repeat = r.n FROM (
  SELECT client_id, id, row_number() OVER (PARTITION BY client_id, sku_key ORDER BY created_at, id) - 1 AS n FROM products
) r WHERE p.client_id = r.client_id AND p.id = r.id AND p.sku_repeat <> r.n;
UPDATE stock_skus k SET sku_repeat = r.n FROM (
  SELECT client_id, id, row_number() OVER (PARTITION BY client_id, sku_key ORDER BY since, id) - 1 AS n FROM stock_skus
) r WHERE k.client_id = r.client_id AND k.id = r.id AND k.sku_repeat <> r.n;

-- Replaces the index by the number as typed, at once. The new one takes its name: calls tell a taken number by it.
DO $$ BEGIN IF EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass('one_order_key') AND NOT indisvalid) THEN DROP INDEX one_order_key; END IF; END $$;
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS one_order_key ON orders (client_id, is_reverse, typed_key(order_id), number_repeat)
  WHERE cancelled_at IS NULL;
DO $$ BEGIN SET LOCAL lock_timeout = '1s'; DROP INDEX IF EXISTS one_order_number; ALTER INDEX one_order_key RENAME TO one_order_number; END $$;
COMMENT ON INDEX one_order_number IS 'Finds whether a number is taken: unique per direction, compared by its normal form (C9, C61).';

DROP INDEX CONCURRENTLY IF EXISTS one_sku_key;
CREATE UNIQUE INDEX CONCURRENTLY one_sku_key ON products (client_id, sku_key, sku_repeat);
COMMENT ON INDEX one_sku_key IS 'Finds products by SKU. Keeps SKUs unique that look the same (C61).';

DROP INDEX CONCURRENTLY IF EXISTS one_stock_sku_key;
CREATE UNIQUE INDEX CONCURRENTLY one_stock_sku_key ON stock_skus (client_id, sku_key, sku_repeat);
COMMENT ON INDEX one_stock_sku_key IS 'Finds stock by SKU. Keeps SKUs unique that look the same (C61).';

DROP INDEX CONCURRENTLY IF EXISTS orders_repeated;
CREATE INDEX CONCURRENTLY orders_repeated ON orders (client_id, id) WHERE number_repeat > 0;
COMMENT ON INDEX orders_repeated IS 'Finds the orders whose number another order has too (repeated_keys).';
DROP INDEX CONCURRENTLY IF EXISTS products_repeated;
CREATE INDEX CONCURRENTLY products_repeated ON products (client_id, id) WHERE sku_repeat > 0;
COMMENT ON INDEX products_repeated IS 'Finds the products whose SKU another product has too (repeated_keys).';
DROP INDEX CONCURRENTLY IF EXISTS stock_skus_repeated;
CREATE INDEX CONCURRENTLY stock_skus_repeated ON stock_skus (client_id, id) WHERE sku_repeat > 0;
COMMENT ON INDEX stock_skus_repeated IS 'Finds stock whose SKU other stock has too (repeated_keys).';
