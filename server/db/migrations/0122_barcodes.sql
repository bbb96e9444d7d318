-- Bar codes of products, as they are printed on the goods: EAN, UPC, or the company's own.
ALTER TABLE products ADD COLUMN barcode text COLLATE "C" NOT NULL DEFAULT '';
COMMENT ON COLUMN products.barcode IS 'Bar code as readBarcode returns it (shared/rules/barcode.ts); empty without one.';
