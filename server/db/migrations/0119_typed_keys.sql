-- Order numbers and SKUs that look the same are the same key: composed otherwise, with another kind of blank or hyphen, or with
-- invisible characters. They are stored and shown as typed, and compared by these functions (shared/rules/typed-key.ts).

CREATE FUNCTION typed_key(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN normalize(btrim(regexp_replace(regexp_replace(regexp_replace(value,
    '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f'
    '\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd'
    '\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
    '[\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0'
    '\ufe31\ufe32\ufe58\ufe63\uff0d\U00010d6e\U00010ead]', '-', 'g'),
    '[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164]+', ' ', 'g')), NFC);

-- For SKUs and for searches, which ignore case.
CREATE FUNCTION folded_key(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN lower(typed_key(value));

-- ── Order numbers ─────────────────────────────────────────────────────────────────────────────────────────────────
-- `order_norm` becomes a column that a trigger writes: a new expression of a generated column would rewrite the table. Only numbers
-- with another normal form are written. Row-level security keeps indexes on functions from being used, so it remains a column.

ALTER TABLE orders ALTER COLUMN order_norm DROP EXPRESSION;
COMMENT ON COLUMN orders.order_norm IS 'The client''s number in lower case and in its normal form (folded_key).';

CREATE FUNCTION write_order_norm() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.order_norm := folded_key(NEW.order_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER order_norm BEFORE INSERT OR UPDATE OF order_id ON orders FOR EACH ROW EXECUTE FUNCTION write_order_norm();

UPDATE orders SET order_norm = folded_key(order_id) WHERE order_norm <> folded_key(order_id);

ALTER TABLE orders ADD COLUMN number_repeat smallint NOT NULL DEFAULT 0;
COMMENT ON COLUMN orders.number_repeat IS
  'Above 0 for an order from before numbers were compared by their normal form (typed_key), whose number an older order has too.';

-- ── SKUs ──────────────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE products
  ADD COLUMN sku_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (folded_key(sku)) STORED,
  ADD COLUMN sku_repeat smallint NOT NULL DEFAULT 0;
COMMENT ON COLUMN products.sku_key IS 'The SKU in its normal form (folded_key), by which products are found.';
COMMENT ON COLUMN products.sku_repeat IS
  'Above 0 for a product from before SKUs were compared by their normal form, whose SKU an older product has too.';

ALTER TABLE stock_skus
  ADD COLUMN sku_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (folded_key(sku)) STORED,
  ADD COLUMN sku_repeat smallint NOT NULL DEFAULT 0;
COMMENT ON COLUMN stock_skus.sku_key IS 'The SKU in its normal form (folded_key), by which stock is found.';
COMMENT ON COLUMN stock_skus.sku_repeat IS
  'Above 0 for stock from before SKUs were compared by their normal form, whose SKU older stock has too.';

-- Nodes of the previous version name these indexes' expressions when they import products and receive stock. They also keep new SKUs
-- apart from repeated ones.
COMMENT ON INDEX one_sku IS 'Keeps SKUs unique that differ in case only, repeated ones included.';
COMMENT ON INDEX one_stock_sku IS 'Keeps SKUs unique that differ in case only, repeated ones included.';
