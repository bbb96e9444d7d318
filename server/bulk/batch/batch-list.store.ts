import { bind, type Read, type Statement, statement, variant } from '#server/db/statement.ts';
import type { BatchRow, RowOutcome } from '#shared/bulk/batches.ts';
import type { StoredProblem } from './process-batch.store.ts';

/** Filters of the list; absent ones don't filter. */
export interface BatchCriteria {
  from?: Date;
  before?: Date;
}

/** SQL of a batch on the wire (D2 §3), with its progress. */
const ROW = `json_build_object('id', b.id, 'archivo', b.file_name,
  'fecha', to_char(b.created_at AT TIME ZONE INTERVAL '-03:00', 'DD/MM/YYYY HH24:MI'),
  'ordenes', b.made, 'cantidad', b.order_count, 'estado', b.state, 'filas', b.row_count, 'errores', b.failed,
  'omitidas', b.skipped, 'dudas', b.doubtful)`;

const PAGE = statement(
  'batch-list.page',
  `WITH matches AS MATERIALIZED (
        SELECT b.id, b.created_at FROM batches b
        WHERE b.client_id = $1 AND b.state <> 'Recibiendo' AND b.created_at >= coalesce($4::timestamptz, '-infinity')
          AND b.created_at < coalesce($5::timestamptz, 'infinity')
      ), place AS (
        SELECT count(*) AS total,
          greatest(1, least($2::bigint, ceil(count(*) / $3::numeric)::bigint)) AS page FROM matches
      ), ids AS (
        SELECT id, created_at FROM matches ORDER BY created_at DESC, id DESC
        LIMIT $3::bigint OFFSET ((SELECT page FROM place) - 1) * $3::bigint
      )
      SELECT place.page, place.total, (
        SELECT coalesce(json_agg(${ROW} ORDER BY ids.created_at DESC, ids.id DESC), '[]')::text
        FROM ids JOIN batches b ON b.client_id = $1 AND b.id = ids.id
      ) AS results FROM place`,
);

/**
 * Reads a page of the client's batches, newest first; a page past the end is the last page. One row, with the batches as JSON text.
 */
export const batchPage = (clientId: number, criteria: BatchCriteria, page: number, limit: number) =>
  bind(PAGE, [clientId, page, limit, criteria.from ?? null, criteria.before ?? null]);

const BATCH: Statement<{ batch: BatchRow }> = statement(
  'batch-list.batch',
  `SELECT ${ROW} AS batch FROM batches b WHERE b.client_id = $1 AND b.id = $2 AND b.state <> 'Recibiendo'`,
);

/** Reads one batch of the client: one row, or none. */
export const batchById = (clientId: number, id: number) => bind(BATCH, [clientId, id]);

/** A processed row of a file, with its order. */
export interface StoredRow {
  row_no: number;
  outcome: RowOutcome;
  problems: StoredProblem[] | null;
  doubts: string[] | null;
  order_id: string | null;
  tracking_id: string | null;
}

/** SQL of the log of the rows `picked`. The first cell of a failed row contains the client's order number. */
const LOG = `SELECT r.row_no, r.outcome, r.problems, r.doubts, coalesce(o.order_id, r.cells ->> 0) AS order_id, o.tracking_id
  FROM picked r LEFT JOIN orders o ON o.client_id = $1 AND o.id = r.order_pk ORDER BY r.row_no`;

const FIRST_LOGS: Statement<StoredRow> = statement(
  'batch-list.first-logs',
  `WITH picked AS MATERIALIZED (
        SELECT row_no, outcome, problems, doubts, cells, order_pk FROM batch_rows WHERE client_id = $1 AND batch_id = $2
        ORDER BY (outcome = 'Procesado'), row_no LIMIT $3
      ) ${LOG}`,
  { nullable: ['order_id'] },
);

/**
 * Reads up to `limit` rows of a batch, sorted by row number. Failed and skipped rows take precedence over created ones.
 */
export const firstLogs = (clientId: number, id: number, limit: number) => bind(FIRST_LOGS, [clientId, id, limit]);

/** Which rows of a batch are listed. */
export interface LogCriteria {
  outcomes: readonly RowOutcome[];
  /** Only rows with cells to check. */
  doubtful: boolean;
}

/** Reads a page of the rows of a batch. */
export function logPage(
  clientId: number,
  id: number,
  { outcomes, doubtful }: LogCriteria,
  { limit, offset }: { limit: number; offset: number },
): Read<StoredRow> {
  return bind(variant(LOG_PAGE, logPageText(doubtful)), [clientId, id, outcomes, limit, offset]);
}

const logPageText = (doubtful: boolean) => `WITH picked AS MATERIALIZED (
        SELECT row_no, outcome, problems, doubts, cells, order_pk FROM batch_rows
        WHERE client_id = $1 AND batch_id = $2 AND outcome = ANY($3) ${doubtful ? 'AND doubts IS NOT NULL' : ''}
        ORDER BY row_no LIMIT $4 OFFSET $5
      ) ${LOG}`;

const LOG_PAGE: Statement<StoredRow> = statement('batch-list.log-page', logPageText(false), { nullable: ['order_id'] });

const OUTCOMES: Statement<{ outcome: RowOutcome; n: number; doubtful: number }> = statement(
  'batch-list.outcomes',
  `SELECT outcome, count(*) AS n, count(doubts) AS doubtful FROM batch_rows WHERE client_id = $1 AND batch_id = $2 GROUP BY outcome`,
);

/** Counts the processed rows by outcome, and how many of them are doubtful. */
export const outcomeCounts = (clientId: number, id: number) => bind(OUTCOMES, [clientId, id]);

/** A failed row with its cells in the template's order. */
export interface FailedRow {
  row_no: number;
  cells: string[];
  problems: StoredProblem[];
}

const FAILED_ROWS: Statement<FailedRow> = statement(
  'batch-list.failed-rows',
  `SELECT row_no, cells, problems FROM batch_rows
      WHERE client_id = $1 AND batch_id = $2 AND outcome = 'Error' AND outcome <> 'Procesado' AND row_no > $3
        AND cells IS NOT NULL
      ORDER BY row_no LIMIT $4`,
  { present: ['cells', 'problems'] },
);

/** Reads up to `limit` failed rows after row `after`, without those that became part of another row. */
export const failedRows = (clientId: number, id: number, after: number, limit: number) =>
  bind(FAILED_ROWS, [clientId, id, after, limit]);
