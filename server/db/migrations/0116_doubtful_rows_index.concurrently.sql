DROP INDEX CONCURRENTLY IF EXISTS batch_rows_doubtful;
CREATE INDEX CONCURRENTLY batch_rows_doubtful ON batch_rows (client_id, batch_id, row_no) WHERE doubts IS NOT NULL;
COMMENT ON INDEX batch_rows_doubtful IS 'Serves the logs of rows to check.';
