-- Where a SKU is in the warehouse, why units came or left, and which returned parcels are back in stock.

ALTER TABLE stock_skus ADD COLUMN shelf text NOT NULL DEFAULT '';
COMMENT ON COLUMN stock_skus.shelf IS 'Position in the warehouse, by which picking lists are sorted; empty until somebody sets it.';

ALTER TABLE stock_receipts ADD COLUMN reason text, ADD COLUMN sent jsonb;
COMMENT ON COLUMN stock_receipts.reason IS 'Why a count or a return changed the stock; null for goods that arrived.';
COMMENT ON COLUMN stock_receipts.sent IS 'Description, expiry and criticality as received, to recognise a repeated receipt; null for older rows and for counts and returns.';

CREATE TABLE stock_returns (
  client_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, shipment_id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments
);
COMMENT ON TABLE stock_returns IS 'Returned parcels whose goods were booked back into stock, each parcel once. Their units are receipts.';
CALL enable_client_isolation('stock_returns');
GRANT SELECT, INSERT ON stock_returns TO app;

-- The provider reads what expires over all clients.
CREATE POLICY provider ON stock_skus TO provider USING (true);
CREATE POLICY provider ON stock_lots TO provider USING (true);
GRANT SELECT ON stock_skus, stock_lots TO provider;
