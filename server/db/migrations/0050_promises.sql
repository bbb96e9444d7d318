-- Promised days of delivery. Without a default, so that no row is rewritten.

-- First promise, made when the label is first printed or, without a printed label, at the collection. It never changes.
ALTER TABLE shipments ADD COLUMN promised_min date;
ALTER TABLE shipments ADD COLUMN promised_max date;
-- Last promised day; NULL without a promise.
ALTER TABLE shipments ADD COLUMN promised_on date;
-- promised_on while the shipment is awaited, else NULL; of an order, the first of its shipments. refreshFlags writes both columns.
ALTER TABLE shipments ADD COLUMN due_on date;
ALTER TABLE orders ADD COLUMN due_on date;
