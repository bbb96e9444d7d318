-- What a new order costs in the database: its ids, and the indexes of orders and shipments.

-- Ids in PL/pgSQL, which keeps its compiled expressions for the session: an id takes 1.6 µs instead of 6.2.
CREATE OR REPLACE FUNCTION next_id() RETURNS bigint
  LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  n bigint := mod(nextval('public.ids')::numeric * 668265263717, 1099511627776);
BEGIN
  RETURN mod((n # (n >> 19))::numeric * 862711908923, 1099511627776)::bigint + 1;
END $$;

-- So many ids. A function's estimate doesn't depend on its argument, so a prepared statement is planned once; with
-- generate_series it would be planned at every call.
CREATE FUNCTION next_ids(count integer) RETURNS SETOF bigint
  LANGUAGE plpgsql VOLATILE ROWS 10 AS $$
BEGIN
  FOR i IN 1..count LOOP
    RETURN NEXT next_id();
  END LOOP;
END $$;

-- A new order's name waits in a list that every search by name reads through. At 1 MB, a quarter of the default limit,
-- a rare name took 5.3 ms instead of 0.25, and emptying the list held one writer up for 17 ms. At 128 kB, some 400 orders,
-- it is less than 1 ms for a search and 5 ms for every 400th writer. Without a list each order writes 5 kB more of WAL.
ALTER INDEX orders_name SET (gin_pending_list_limit = 128);

-- Each index of orders and shipments names its readers: an index without one is written for nobody.
COMMENT ON INDEX orders_pkey IS 'Read for an order by its id, the rows of a page, and references.';
COMMENT ON INDEX orders_client_id_tracking_id_key IS 'Read for orders by tracking id or its beginning. Keeps it unique.';
COMMENT ON INDEX one_order_number IS 'Read for the orders that a file names. Keeps a number unique per direction (C9).';
COMMENT ON INDEX orders_list IS 'Read for the list by last change, with or without filters, and the palette''s latest orders.';
COMMENT ON INDEX orders_created IS 'Read for the list by creation, and ranges of days that are sorted.';
COMMENT ON INDEX orders_group IS 'Read for the list of one quick view, and incidents that the night closes.';
COMMENT ON INDEX orders_day IS 'Read for ranges of days by last change, day by day.';
COMMENT ON INDEX orders_number IS 'Read for orders by the client''s own number or its beginning.';
COMMENT ON INDEX orders_name IS 'Read for orders by a part of a name (orders_named).';
COMMENT ON INDEX orders_not_masked IS 'Read at night for receivers that are due to be masked (mask_due_orders).';
COMMENT ON INDEX shipments_pkey IS 'Read for a shipment by its id, the rows of a page, and references.';
COMMENT ON INDEX shipments_client_id_label_key IS 'Read for shipments by label or its beginning, and the provider''s events. Keeps it unique.';
COMMENT ON INDEX shipments_client_id_order_pk_n_key IS 'Read for the shipments of an order. Keeps their numbers unique.';
COMMENT ON INDEX shipments_list IS 'Read for the list by last change, with or without filters, and the provider''s pages.';
COMMENT ON INDEX shipments_created IS 'Read for the list by creation, exports, and ranges of days that are sorted.';
COMMENT ON INDEX shipments_state IS 'Read for the list of one state.';
COMMENT ON INDEX shipments_day IS 'Read for ranges of days by last change, day by day.';
COMMENT ON INDEX shipments_pickup_point IS 'Read for orders and shipments by pickup point.';
