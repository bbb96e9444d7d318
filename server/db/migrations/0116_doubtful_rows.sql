-- Rows whose orders were created from cells that can be read in more than one way.

ALTER TABLE batches ADD COLUMN doubtful integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN batches.doubtful IS 'Created rows that a person should check.';
ALTER TABLE batch_rows ADD COLUMN doubts text[];
COMMENT ON COLUMN batch_rows.doubts IS 'Headers of the cells to check; without their values, which the order has.';
