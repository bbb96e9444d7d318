-- A parcel is charged in the month of its collection. Without a default, so that no row is rewritten.

ALTER TABLE shipments ADD COLUMN collected_on date;
COMMENT ON COLUMN shipments.collected_on IS
  'Day of the first event after the parcel left its sender, superseded events left out. NULL before, and for parcels that ended before this column existed.';

-- Charges of all clients contain no person.
GRANT SELECT (collected_on, cost_cents, adjustment_cents) ON shipments TO provider;
