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

-- Row-level security keeps indexes on functions from being used, so the keys by which rows are found are columns. Triggers write them:
-- a new generated column, or a new expression of one, would rewrite the table.

CREATE FUNCTION write_sku_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.sku_key := folded_key(NEW.sku);
  RETURN NEW;
END
$$;

CREATE FUNCTION write_order_norm() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.order_norm := folded_key(NEW.order_id);
  RETURN NEW;
END
$$;

-- harmless: the column stays, and no version writes it
ALTER TABLE orders ALTER COLUMN order_norm DROP EXPRESSION;

CREATE TRIGGER order_norm BEFORE INSERT OR UPDATE OF order_id ON orders FOR EACH ROW EXECUTE FUNCTION write_order_norm();
COMMENT ON COLUMN orders.order_norm IS 'The client''s number in lower case and in its normal form (folded_key).';

ALTER TABLE products ADD COLUMN sku_key text COLLATE "C";
CREATE TRIGGER sku_key BEFORE INSERT OR UPDATE OF sku ON products FOR EACH ROW EXECUTE FUNCTION write_sku_key();
COMMENT ON COLUMN products.sku_key IS 'The SKU in its normal form (folded_key), by which products are found.';

ALTER TABLE stock_skus ADD COLUMN sku_key text COLLATE "C";
CREATE TRIGGER sku_key BEFORE INSERT OR UPDATE OF sku ON stock_skus FOR EACH ROW EXECUTE FUNCTION write_sku_key();
COMMENT ON COLUMN stock_skus.sku_key IS 'The SKU in its normal form (folded_key), by which stock is found.';

-- Keys that look the same and were stored before they were compared by their normal form: the oldest has 0, the others 1 and above.
ALTER TABLE orders ADD COLUMN number_repeat smallint NOT NULL DEFAULT 0;
ALTER TABLE products ADD COLUMN sku_repeat smallint NOT NULL DEFAULT 0;
ALTER TABLE stock_skus ADD COLUMN sku_repeat smallint NOT NULL DEFAULT 0;
COMMENT ON COLUMN orders.number_repeat IS 'Above 0 if an older order''s number looks the same. None since numbers are compared so.';
COMMENT ON COLUMN products.sku_repeat IS 'Above 0 if an older product''s SKU looks the same. None since SKUs are compared so.';
COMMENT ON COLUMN stock_skus.sku_repeat IS 'Above 0 if older stock''s SKU looks the same. None since SKUs are compared so.';

-- When the oldest of them is cancelled, the next one keeps its number from being taken.
CREATE FUNCTION pass_number_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders o SET number_repeat = 0 WHERE o.client_id = NEW.client_id AND o.id = (
    SELECT s.id FROM orders s
    WHERE s.client_id = NEW.client_id AND s.order_norm = NEW.order_norm AND s.is_reverse = NEW.is_reverse
      AND s.cancelled_at IS NULL AND s.number_repeat > 0 AND typed_key(s.order_id) = typed_key(NEW.order_id)
    ORDER BY s.number_repeat LIMIT 1
  );
  RETURN NULL;
END
$$;
CREATE TRIGGER number_passed_on AFTER UPDATE OF cancelled_at ON orders FOR EACH ROW
  WHEN (NEW.number_repeat = 0 AND OLD.cancelled_at IS NULL AND NEW.cancelled_at IS NOT NULL)
  EXECUTE FUNCTION pass_number_on();

-- The previous version imports products and receives stock by these indexes. They also keep new SKUs apart from repeated ones.
COMMENT ON INDEX one_sku IS 'Keeps SKUs unique that differ in case only, repeated ones included.';
COMMENT ON INDEX one_stock_sku IS 'Keeps SKUs unique that differ in case only, repeated ones included.';

-- Returns keys that look the same as an older one of the same client. Orders that were cancelled free their number.
CREATE FUNCTION repeated_keys(most integer)
  RETURNS TABLE (client_id bigint, kind text, key text, tracking_id text, same_as text, same_as_tracking_id text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
    (SELECT o.client_id, 'order', o.order_id, o.tracking_id, older.order_id, older.tracking_id
    FROM orders o JOIN LATERAL (
      SELECT same.order_id, same.tracking_id FROM orders same
      WHERE same.client_id = o.client_id AND same.order_norm = o.order_norm AND same.is_reverse = o.is_reverse
        AND typed_key(same.order_id) = typed_key(o.order_id) AND same.cancelled_at IS NULL
        AND same.number_repeat < o.number_repeat
      ORDER BY same.number_repeat LIMIT 1
    ) older ON true
    WHERE o.number_repeat > 0 AND o.cancelled_at IS NULL LIMIT most)
    UNION ALL
    (SELECT p.client_id, 'product', p.sku, NULL, older.sku, NULL
    FROM products p JOIN LATERAL (
      SELECT same.sku FROM products same
      WHERE same.client_id = p.client_id AND same.sku_key = p.sku_key AND same.sku_repeat < p.sku_repeat
      ORDER BY same.sku_repeat LIMIT 1
    ) older ON true
    WHERE p.sku_repeat > 0 LIMIT most)
    UNION ALL
    (SELECT k.client_id, 'stock', k.sku, NULL, older.sku, NULL
    FROM stock_skus k JOIN LATERAL (
      SELECT same.sku FROM stock_skus same
      WHERE same.client_id = k.client_id AND same.sku_key = k.sku_key AND same.sku_repeat < k.sku_repeat
      ORDER BY same.sku_repeat LIMIT 1
    ) older ON true
    WHERE k.sku_repeat > 0 LIMIT most)
    LIMIT most
  $$;
REVOKE EXECUTE ON FUNCTION repeated_keys FROM PUBLIC;
GRANT EXECUTE ON FUNCTION repeated_keys TO provider;
