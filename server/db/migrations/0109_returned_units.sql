-- What came back of a parcel and why the rest didn't. Without a default for the units, so that no row is rewritten and older
-- returns, whose units are receipts without their parcel, aren't taken for returns of nothing.

ALTER TABLE stock_returns ADD COLUMN units jsonb, ADD COLUMN note text NOT NULL DEFAULT '';
COMMENT ON COLUMN stock_returns.units IS 'Units that went back into stock: [{sku, lot, units}]. Null for a return that was recorded without them.';
COMMENT ON COLUMN stock_returns.note IS 'Why other units of the parcel didn''t go back. Empty without a reason.';
