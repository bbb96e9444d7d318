import * as z from 'zod/mini';
import { bulkMapping } from './bulk/mapping.ts';
import { rowId } from './fields.ts';
import { endpoint } from './http/endpoint.ts';
import { envelopeSchema } from './http/envelope.ts';
import { clampedInteger, filterDay, filterText, LIST_DATE_RANGE, listQuery, page } from './http/pagination.ts';

/** How far a batch is (an addition: the specifications show no states of batches). */
export const BATCH_STATES = ['Pendiente', 'Procesando', 'Procesado', 'Error'] as const;

export type BatchState = (typeof BATCH_STATES)[number];

/** What came of a row: an order, nothing because it is wrong, nothing because the order is there already. */
export const ROW_OUTCOMES = ['Procesado', 'Error', 'Omitido'] as const;

export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** Most logs that a batch's detail holds itself; all are read page by page. */
export const MAX_DETAIL_LOGS = 10_000;

/** D2 §3 Bulk batch (lote), as its list shows it. */
const batchRow = z.object({
  id: z.number(),
  /** Name of the file. */
  archivo: z.string(),
  /** dd/mm/yyyy hh:mm. */
  fecha: z.string(),
  /** Orders that were generated, of so many in the file. */
  ordenes: z.number(),
  cantidad: z.number(),
  estado: z.enum(BATCH_STATES),
  /** Rows of the file, the header not counted. */
  filas: z.number(),
  /** Rows that failed, and rows that were left out because their order exists. */
  errores: z.number(),
  omitidas: z.number(),
});

export type BatchRow = z.output<typeof batchRow>;

const ROW_ADDITIONS = ['estado', 'filas', 'errores', 'omitidas'];

/** D2 §3 logs of a batch: one for each row of the file. */
const batchLog = z.object({
  /** The row as a spreadsheet counts it: the header is the first. */
  id: z.number(),
  /** readings C40; what was left out is an `error` too. */
  tipo: z.enum(['success', 'error']),
  /** Says row, column, value and reason by itself. */
  mensaje: z.string(),
  /** The order that came of the row, or that was there before. */
  order: z.object({ tracking_id: z.nullable(z.string()) }),
  resultado: z.enum(ROW_OUTCOMES),
  errores: z.array(
    z.object({
      /** A column of the template; null when it is the row as a whole. */
      columna: z.nullable(z.string()),
      valor: z.string(),
      motivo: z.string(),
    }),
  ),
});

export type BatchLog = z.output<typeof batchLog>;

const LOG_ADDITIONS = ['resultado', 'errores'];

const prefixKeys = (prefix: string, keys: readonly string[]) => keys.map((key) => `${prefix}${key}`);

export const listBatches = endpoint('GET /v1/client/lote_order/', {
  access: 'client',
  summary: 'Bulk uploads of the client, the newest first.',
  query: listQuery({ from_date: filterDay, to_date: filterDay }, LIST_DATE_RANGE),
  reply: page(batchRow),
  additions: prefixKeys('results[].', ROW_ADDITIONS),
});

export const readBatch = endpoint('GET /v1/client/lote_order/:id', {
  access: 'client',
  summary: 'One bulk upload with its logs by row, failed rows first to stay when there are more than ten thousand.',
  params: z.object({ id: rowId }),
  /** Fewer logs, for a screen that reads them page by page. */
  query: z.object({ logs_limit: clampedInteger(MAX_DETAIL_LOGS, 0, MAX_DETAIL_LOGS) }),
  reply: envelopeSchema({ ...batchRow.shape, logs: z.array(batchLog) }),
  additions: ['', 'results.'].flatMap((top) => [
    ...prefixKeys(top, ROW_ADDITIONS),
    ...prefixKeys(`${top}logs[].`, LOG_ADDITIONS),
  ]),
});

export const listBatchLogs = endpoint('GET /v1/client/lote_order/:id/logs/', {
  access: 'client',
  addition: true,
  summary: 'Logs of a bulk upload in the order of its rows; `filter[resultado]` takes Procesado, Error or Omitido.',
  params: z.object({ id: rowId }),
  query: listQuery({ tipo: filterText, resultado: filterText }),
  reply: page(batchLog),
});

export const exportFailedRows = endpoint('GET /v1/client/lote_order/:id/export/csv', {
  access: 'client',
  addition: true,
  summary:
    'The rows that failed, below the headers of the template and with a column motivo, to correct and send again.',
  params: z.object({ id: rowId }),
  produces: 'text/csv',
});

/**
 * D2 §7: multipart, field `file`. The file is read while it arrives; what can't be read is refused with a message, and
 * nothing is kept of it.
 */
export const uploadBatch = endpoint('POST /v1/client/lote_order/csv_upload', {
  access: 'client',
  summary: 'Send a CSV file of orders; it is worked off in the background.',
  upload: 'file',
  reply: z.object({
    message: z.string(),
    results: z.object({
      id: z.number(),
      archivo: z.string(),
      /** Orders in the file. */
      cantidad: z.number(),
      filas: z.number(),
      /** The latest batch that came of the very same file. */
      igual_a: z.nullable(z.object({ id: z.number(), fecha: z.string() })),
    }),
  }),
  additions: ['results.cantidad', 'results.filas', 'results.igual_a'],
  idempotent: true,
  errorStatuses: [409],
});

/** Served by the portal's own server in every mode (readings R4), to a plain link. */
export const bulkTemplate = endpoint('GET /portal/bulk-template', {
  access: 'public',
  portal: true,
  summary: 'The template of a bulk upload: its header row.',
  produces: 'text/csv',
});

export const listMappings = endpoint('GET /v1/client/lote_order/mapping/', {
  access: 'client',
  addition: true,
  summary: 'What the client has said of the columns of its own files, the last used first.',
  reply: z.object({ results: z.array(bulkMapping) }),
});

export const saveMapping = endpoint('PUT /v1/client/lote_order/mapping/', {
  access: 'client',
  addition: true,
  summary: 'Remember what the columns of a file mean; files with the same headers are read so from then on.',
  body: bulkMapping,
  reply: z.object({ message: z.string(), results: bulkMapping }),
});
