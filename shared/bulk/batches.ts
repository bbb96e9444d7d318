import * as z from 'zod/mini';
import { rowId } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { envelopeSchema } from '#shared/kit/http/envelope.ts';
import {
  clampedInteger,
  filterDay,
  filterFlag,
  filterText,
  LIST_DATE_RANGE,
  listQuery,
  page,
} from '#shared/kit/http/pagination.ts';
import { bulkMapping } from './layout/mapping.ts';

/** Progress of a batch (an addition: the specifications define no states of batches). */
export const BATCH_STATES = ['Pendiente', 'Procesando', 'Procesado', 'Error'] as const;

export type BatchState = (typeof BATCH_STATES)[number];

/** Outcome of a row: an order, an error, or omitted because its order exists already. */
export const ROW_OUTCOMES = ['Procesado', 'Error', 'Omitido'] as const;

export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** Maximum number of logs in a batch's detail; the log pages contain all of them. */
export const MAX_DETAIL_LOGS = 10_000;

/** D2 §3 Bulk batch (lote), a row of the list. */
const batchRow = z.object({
  id: z.number(),
  /** Name of the file. */
  archivo: z.string(),
  /** dd/mm/yyyy hh:mm. */
  fecha: z.string(),
  /** Number of created orders out of the orders in the file. */
  ordenes: z.number(),
  cantidad: z.number(),
  estado: z.enum(BATCH_STATES),
  /** Number of rows in the file, without the header. */
  filas: z.number(),
  /** Number of failed rows, and of rows omitted because their order exists. */
  errores: z.number(),
  omitidas: z.number(),
  /** Number of created rows whose cells can be read in more than one way. */
  dudas: z.number(),
});

export type BatchRow = z.output<typeof batchRow>;

const ROW_ADDITIONS = ['estado', 'filas', 'errores', 'omitidas', 'dudas'];

/** D2 §3 logs of a batch: one log per row of the file. */
const batchLog = z.object({
  /** Row number as in a spreadsheet: the header is row 1. */
  id: z.number(),
  /** An omitted row counts as an `error` (readings C40). */
  tipo: z.enum(['success', 'error']),
  /** Complete message with row, column, value and reason. */
  mensaje: z.string(),
  /** The order that the row created, or that existed already. */
  order: z.object({ tracking_id: z.nullable(z.string()) }),
  resultado: z.enum(ROW_OUTCOMES),
  errores: z.array(
    z.object({
      /** A column of the template; null for an error of the whole row. */
      columna: z.nullable(z.string()),
      valor: z.string(),
      motivo: z.string(),
    }),
  ),
  /** Headers of the cells of a created row to check: they can be read in more than one way. */
  dudas: z.array(z.string()),
});

export type BatchLog = z.output<typeof batchLog>;

const LOG_ADDITIONS = ['resultado', 'errores', 'dudas'];

const prefixKeys = (prefix: string, keys: readonly string[]) => keys.map((key) => `${prefix}${key}`);

export const listBatches = endpoint('GET /v1/client/lote_order/', {
  access: 'client',
  needs: 'read',
  summary: 'Lists the client’s bulk uploads, newest first.',
  query: listQuery({ from_date: filterDay, to_date: filterDay }, LIST_DATE_RANGE),
  reply: page(batchRow),
  additions: prefixKeys('results[].', ROW_ADDITIONS),
});

export const readBatch = endpoint('GET /v1/client/lote_order/:id', {
  access: 'client',
  needs: 'read',
  summary: 'Returns a bulk upload with its logs by row, at most ten thousand; failed rows have priority.',
  params: z.object({ id: rowId }),
  /** Limits the logs in the response, for screens that read them page by page. */
  query: z.object({ logs_limit: clampedInteger(MAX_DETAIL_LOGS, 0, MAX_DETAIL_LOGS) }),
  reply: envelopeSchema({ ...batchRow.shape, logs: z.array(batchLog) }),
  additions: ['', 'results.'].flatMap((top) => [
    ...prefixKeys(top, ROW_ADDITIONS),
    ...prefixKeys(`${top}logs[].`, LOG_ADDITIONS),
  ]),
});

export const listBatchLogs = endpoint('GET /v1/client/lote_order/:id/logs/', {
  access: 'client',
  needs: 'read',
  addition: true,
  summary:
    'Lists the logs of a bulk upload in the order of its rows; `filter[resultado]` is Procesado, Error or Omitido, `filter[dudas]` lists rows to check.',
  params: z.object({ id: rowId }),
  query: listQuery({ tipo: filterText, resultado: filterText, dudas: filterFlag }),
  reply: page(batchLog),
});

export const exportFailedRows = endpoint('GET /v1/client/lote_order/:id/export/csv', {
  access: 'client',
  needs: 'read',
  audit: 'export.batch',
  addition: true,
  summary:
    'Exports the failed rows as a CSV file with the template’s headers and a column motivo, to correct and upload again.',
  params: z.object({ id: rowId }),
  produces: 'text/csv',
});

/**
 * D2 §7: multipart, field `file`. The file is parsed while it arrives; an unreadable file is refused with a message and
 * not stored.
 */
export const uploadBatch = endpoint('POST /v1/client/lote_order/csv_upload', {
  access: 'client',
  needs: 'orders',
  audit: 'batch.upload',
  summary: 'Uploads a CSV file of orders, which is processed in the background.',
  upload: 'file',
  reply: z.object({
    message: z.string(),
    results: z.object({
      id: z.number(),
      archivo: z.string(),
      /** Orders in the file. */
      cantidad: z.number(),
      filas: z.number(),
      /** The latest batch of an identical file. */
      igual_a: z.nullable(z.object({ id: z.number(), fecha: z.string() })),
    }),
  }),
  additions: ['results.cantidad', 'results.filas', 'results.igual_a'],
  idempotent: true,
  errorStatuses: [409],
});

/** Served by the portal's own server in every mode (readings R4), as a plain link. */
export const bulkTemplate = endpoint('GET /portal/bulk-template', {
  access: 'public',
  portal: true,
  summary: 'Returns the template of a bulk upload: its header row.',
  produces: 'text/csv',
});

export const listMappings = endpoint('GET /v1/client/lote_order/mapping/', {
  access: 'client',
  needs: 'read',
  addition: true,
  summary: 'Lists the client’s column mappings of its own files, last used first.',
  reply: z.object({ results: z.array(bulkMapping) }),
});

export const saveMapping = endpoint('PUT /v1/client/lote_order/mapping/', {
  access: 'client',
  needs: 'orders',
  audit: 'batch.mapping',
  addition: true,
  summary: 'Saves the column mapping of a file. It applies to all later files with the same headers.',
  body: bulkMapping,
  reply: z.object({ message: z.string(), results: bulkMapping }),
});
