-- Bulk uploads: the file while it is worked off, and what came of each of its rows.

CREATE TABLE batches (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  file_name text NOT NULL,
  -- 'Recibiendo' while the file arrives: nobody sees it yet.
  state text NOT NULL CHECK (state IN ('Recibiendo', 'Pendiente', 'Procesando', 'Procesado', 'Error')),
  content_hash bytea,
  -- What the columns of the client's own file mean, as it was understood; null for files that we know.
  mapping jsonb,
  -- Rows below the header, and orders that they are.
  row_count integer NOT NULL DEFAULT 0,
  order_count integer NOT NULL DEFAULT 0,
  -- Orders that were made; rows that failed, and rows that were left out.
  made integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  -- Orders whose last row is this one or an earlier one are done: work goes on behind it.
  last_done_row integer NOT NULL DEFAULT 0,
  -- Times that work began without getting anything done since.
  attempts smallint NOT NULL DEFAULT 0,
  created_by bigint NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- When the rows that failed were masked.
  masked_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, created_by) REFERENCES users
);
COMMENT ON TABLE batches IS 'Bulk uploads.';
CREATE UNIQUE INDEX one_running_batch ON batches (client_id) WHERE state IN ('Pendiente', 'Procesando');
CREATE INDEX batches_list ON batches (client_id, created_at DESC, id DESC);
CREATE INDEX ON batches (client_id, content_hash);
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
COMMENT ON TABLE batch_chunks IS 'The file, a piece a row; gone once it is worked off.';
CALL enable_client_isolation('batch_chunks');
GRANT SELECT, INSERT, DELETE ON batch_chunks TO app;

CREATE TABLE batch_rows (
  client_id bigint NOT NULL,
  batch_id bigint NOT NULL,
  -- As a spreadsheet counts it: the header is the first.
  row_no integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('Procesado', 'Error', 'Omitido')),
  -- The order that was made of it, or that was there before.
  order_pk bigint,
  -- [{column, header, value, reason}] and the cells in the template's order, of a row that failed.
  problems jsonb,
  cells jsonb,
  PRIMARY KEY (client_id, batch_id, row_no),
  FOREIGN KEY (client_id, batch_id) REFERENCES batches,
  FOREIGN KEY (client_id, order_pk) REFERENCES orders
);
COMMENT ON TABLE batch_rows IS 'What came of each row, written in the transaction that makes its order: a row is done once.';
-- The few that went wrong among many thousands.
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
COMMENT ON TABLE batch_mappings IS 'What the columns of a client’s own files mean; the headers in any order are the key.';
CALL enable_client_isolation('batch_mappings');
GRANT SELECT, INSERT, UPDATE, DELETE ON batch_mappings TO app;

-- What a stopped process has left unfinished, of all clients: ids, nothing else.
CREATE FUNCTION unfinished_batches() RETURNS TABLE (client_id bigint, id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT b.client_id, b.id FROM batches b WHERE b.state IN ('Pendiente', 'Procesando') $$;
