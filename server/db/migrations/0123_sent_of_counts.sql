-- Counts keep the SKU or bar code that was sent with them since products have bar codes.
COMMENT ON COLUMN stock_receipts.sent IS 'As sent, to recognise a repeated receipt or count: the SKU or its bar code, and of a receipt also description, expiry and criticality. Null for returns; older counts lack it, and older receipts lack it or its SKU.';
