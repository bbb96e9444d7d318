-- How deliveries went, for the figures by province. Promised days, visits and reasons are read from the whole history once, when a
-- delivery fails or ends, so that figures of a period don't read events.

CREATE TABLE delivery_results (
  client_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  -- Day of creation, by which statistics choose.
  created_on date NOT NULL,
  province char(1),
  -- NULL while the parcel is on its way.
  ended text CHECK (ended IN ('delivered', 'undelivered')),
  -- Within the first promise; NULL without one, and for parcels that the sender asked back.
  on_time boolean,
  failed_visits smallint NOT NULL,
  -- Known reason of the last failed visit: free text of the provider stays in the history.
  failure text,
  -- Working days from collection to delivery.
  transit_days smallint,
  PRIMARY KEY (client_id, shipment_id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments
);
COMMENT ON TABLE delivery_results IS 'Results of deliveries that failed or ended: one row per such shipment, without personal data.';
CREATE INDEX delivery_results_created ON delivery_results (client_id, created_on)
  INCLUDE (shipment_id, province, ended, on_time, failed_visits, failure, transit_days);
COMMENT ON INDEX delivery_results_created IS 'Serves the figures of a period, and the lists behind them, without reading the table.';
CALL enable_client_isolation('delivery_results');
GRANT SELECT, INSERT, UPDATE, DELETE ON delivery_results TO app;
