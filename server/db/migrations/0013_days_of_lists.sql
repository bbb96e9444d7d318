-- A list narrowed to days and sorted by its last change: the rows of each day lie in that order, so that a page takes as
-- many from each day as it shows, however many the day has. The day is a column of its own, since row-level security
-- lets no index serve a condition on what functions make of a row.

ALTER TABLE orders ADD COLUMN created_on date GENERATED ALWAYS AS (local_day(created_at)) STORED;
CREATE INDEX orders_day ON orders (client_id, created_on, updated_at DESC, id DESC)
  INCLUDE (delivery_mode, printed, state_group);

ALTER TABLE shipments ADD COLUMN created_on date GENERATED ALWAYS AS (local_day(created_at)) STORED;
CREATE INDEX shipments_day ON shipments (client_id, created_on, updated_at DESC, id DESC)
  INCLUDE (delivery_mode, printed, state_code);

ALTER TABLE merchant_orders ADD COLUMN dated_on date
  GENERATED ALWAYS AS (local_day(coalesce(confirmed_at, created_at))) STORED;
CREATE INDEX merchant_orders_day ON merchant_orders (client_id, dated_on, updated_at DESC, id DESC) INCLUDE (state);
