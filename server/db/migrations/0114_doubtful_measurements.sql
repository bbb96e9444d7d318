-- Measurements far above what was declared wait for a person. Nullable columns without a default, so that the table isn't rewritten.

ALTER TABLE shipments ADD COLUMN measured_doubt_at timestamptz, ADD COLUMN measured_confirmed_id bigint;
COMMENT ON COLUMN shipments.measured_doubt_at IS
  'When the last measurement was recorded, if it exceeds what was declared so far that it adds nothing to the cost until a person confirms it. NULL for others.';
COMMENT ON COLUMN shipments.measured_confirmed_id IS 'Event whose measurement a person confirmed; another measurement isn''t confirmed by it.';
GRANT SELECT (measured_doubt_at) ON shipments TO provider;
