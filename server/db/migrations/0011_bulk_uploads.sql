-- Bulk uploads (batches): the file until it is processed, and the outcome of each row.

CREATE TABLE batches (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  file_name text NOT NULL,
  -- 'Recibiendo' while the file is being received; not listed yet.
  state text NOT NULL CHECK (state IN ('Recibiendo', 'Pendiente', 'Procesando', 'Procesado', 'Error')),
  content_hash bytea,
  -- Mapping of the columns of the client's file; null for the product's template.
  mapping jsonb,
  -- Rows without the header, and orders in them.
  row_count integer NOT NULL DEFAULT 0,
  order_count integer NOT NULL DEFAULT 0,
  -- Created orders; failed rows; skipped rows.
  made integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  -- Orders up to this row are done. The job resumes after it.
  last_done_row integer NOT NULL DEFAULT 0,
  -- Starts of the job since its last progress.
  attempts smallint NOT NULL DEFAULT 0,
  created_by bigint NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- Time when the failed rows were masked.
  masked_at timestamptz,
  -- Created rows that a person should check.
  doubtful integer NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, created_by) REFERENCES users
);
COMMENT ON TABLE batches IS 'Bulk uploads.';
CREATE INDEX batches_client_id_content_hash_idx ON batches (client_id, content_hash);
CREATE INDEX batches_list ON batches (client_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX one_running_batch ON batches (client_id) WHERE state IN ('Pendiente', 'Procesando');
CALL enable_client_isolation('batches');
GRANT SELECT, INSERT, UPDATE, DELETE ON batches TO app;

CREATE TABLE batch_chunks (
  client_id bigint NOT NULL,
  batch_id bigint NOT NULL,
  n integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (client_id, batch_id, n),
  FOREIGN KEY (client_id, batch_id) REFERENCES batches ON DELETE CASCADE
);
COMMENT ON TABLE batch_chunks IS 'Chunks of an uploaded file. Deleted when the file is processed.';
CALL enable_client_isolation('batch_chunks');
GRANT SELECT, INSERT, DELETE ON batch_chunks TO app;

-- Returns the cells of a failed row of a bulk upload as they are searched: addresses in lower case, the rest without signs.
CREATE FUNCTION searched_cells(cells jsonb) RETURNS text[]
  LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN (SELECT coalesce(array_agg(DISTINCT CASE WHEN cell LIKE '%@%' THEN lower(btrim(cell))
      ELSE upper(regexp_replace(cell, '[^0-9A-Za-z]', '', 'g')) END), '{}')
    FROM jsonb_array_elements_text(cells) AS cell);

CREATE TABLE batch_rows (
  client_id bigint NOT NULL,
  batch_id bigint NOT NULL,
  -- Row number as in a spreadsheet: the header is row 1.
  row_no integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('Procesado', 'Error', 'Omitido')),
  -- The created order, or the order that existed before.
  order_pk bigint,
  -- Of a failed row: [{column, header, value, reason}], and the cells in the template's order.
  problems jsonb,
  cells jsonb,
  -- Headers of the cells to check; without their values, which the order has.
  doubts text[],
  PRIMARY KEY (client_id, batch_id, row_no),
  FOREIGN KEY (client_id, batch_id) REFERENCES batches,
  FOREIGN KEY (client_id, order_pk) REFERENCES orders
);
COMMENT ON TABLE batch_rows IS
  'Outcome of each row, written in the transaction that creates the row''s order, so that each row is processed once.';
CREATE INDEX batch_rows_cells ON batch_rows USING gin (client_id, searched_cells(cells)) WHERE outcome = 'Error'
  AND cells <> '[]';
CREATE INDEX batch_rows_doubtful ON batch_rows (client_id, batch_id, row_no) WHERE doubts IS NOT NULL;
COMMENT ON INDEX batch_rows_doubtful IS 'Serves the logs of rows to check.';
-- Finds the few failed and skipped rows among many thousands.
CREATE INDEX batch_rows_left ON batch_rows (client_id, batch_id, outcome, row_no) WHERE outcome <> 'Procesado';
CALL enable_client_isolation('batch_rows');
GRANT SELECT, INSERT ON batch_rows TO app;

CREATE TABLE batch_mappings (
  client_id bigint NOT NULL REFERENCES clients,
  headers_key text NOT NULL,
  mapping jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, headers_key)
);
COMMENT ON TABLE batch_mappings IS 'Column mappings of a client’s files. The key is the set of headers, in any order.';
CALL enable_client_isolation('batch_mappings');
GRANT SELECT, INSERT, UPDATE, DELETE ON batch_mappings TO app;
