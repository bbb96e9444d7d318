-- Weight and size that the provider measured when it checked a parcel, and what they add to its cost. Nullable or with a constant default, so
-- that no row is rewritten.

ALTER TABLE shipment_events ADD COLUMN measured_weight_g integer, ADD COLUMN measured_length_cm integer,
  ADD COLUMN measured_width_cm integer, ADD COLUMN measured_height_cm integer;
COMMENT ON COLUMN shipment_events.measured_weight_g IS 'Weight that the provider measured. NULL for an event without a measurement.';
COMMENT ON COLUMN shipment_events.measured_length_cm IS 'Measured length. NULL if only the weight was measured; so for width and height.';
COMMENT ON COLUMN shipment_events.measured_width_cm IS 'See measured_length_cm.';
COMMENT ON COLUMN shipment_events.measured_height_cm IS 'See measured_length_cm.';

ALTER TABLE shipments ADD COLUMN measured_adjustment_cents bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN shipments.measured_adjustment_cents IS
  'What the last measurement adds to the cost, by the tariff of the order and its destination. Beside adjustment_cents, which contains the changes of address.';
GRANT SELECT (measured_adjustment_cents) ON shipments TO provider;
