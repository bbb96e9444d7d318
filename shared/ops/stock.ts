import * as z from 'zod/mini';
import { deferredSchema, integer, rowId, text } from '#shared/fields.ts';
import { endpoint } from '#shared/http/endpoint.ts';
import { filterText, listQuery, page, parseDay } from '#shared/http/pagination.ts';

/** Maximum number of receipts in one call. */
export const MAX_RECEIPTS = 500;

const MAX_UNITS = 9_999_999;

/** A day YYYY-MM-DD; empty means none. */
const day = text({
  max: [10, 'La fecha no es válida'],
  check: (value) => (parseDay(value) === value ? null : 'La fecha no es válida'),
});

/** Units of a lot that arrived in the warehouse; negative for units that were taken out or corrected. */
export const stockReceipt = z.object({
  /** The warehouse's id of the receipt: the idempotency key of a repeated receipt. */
  receipt_id: text({ required: 'Falta receipt_id', max: [100] }),
  sku: text({ required: 'Falta sku', max: [100] }),
  /** Empty keeps the SKU's current description. */
  description: text({ max: [200] }),
  lot: text({ required: 'Falta lot', max: [60] }),
  /** Last good day, and the day after which the lot is critical; empty for goods that don't expire. */
  expiry: day,
  criticality: day,
  units: integer({
    required: 'Falta units',
    min: [-MAX_UNITS, 'El valor no es válido'],
    max: [MAX_UNITS, 'El valor no es válido'],
  }),
});

export type StockReceipt = z.output<typeof stockReceipt>;

const receiptResult = z.object({
  /** As received; null for a value that is no text. */
  receipt_id: z.nullable(z.string()),
  /** `repeated`: received before, nothing changed. */
  result: z.enum(['recorded', 'repeated', 'refused']),
  /** Reason of the refusal. */
  reason: z.nullable(z.string()),
});

export type ReceiptResult = z.output<typeof receiptResult>;

const clientPath = z.object({ clientId: rowId });

export const recordReceipts = endpoint('POST /ops/v1/client/:clientId/stock/receipt', {
  access: 'operator',
  needs: 'warehouse',
  audit: 'ops.stock.receipt',
  summary:
    'Adds units to lots, or removes units that left the warehouse without an order. Each receipt is accepted or rejected separately; reserved units can’t be removed.',
  params: clientPath,
  body: z.object({
    receipts: z
      .array(deferredSchema(stockReceipt))
      .check(
        z.minLength(1, 'Enviá al menos un ingreso'),
        z.maxLength(MAX_RECEIPTS, `Hasta ${MAX_RECEIPTS} ingresos por llamada`),
      ),
  }),
  reply: z.object({ results: z.array(receiptResult) }),
});

const operatorLot = z.object({
  sku: z.string(),
  description: z.string(),
  lot: z.string(),
  expiry: z.nullable(z.string()),
  criticality: z.nullable(z.string()),
  units: z.number(),
  /** Part of `units` that is reserved for orders. */
  reserved: z.number(),
  /** ISO 8601, −03:00. */
  updated_at: z.string(),
});

export type OperatorLot = z.output<typeof operatorLot>;

export const clientStock = endpoint('GET /ops/v1/client/:clientId/stock/', {
  access: 'operator',
  needs: 'read',
  summary: 'Lists the lots of a client by SKU and expiry.',
  params: clientPath,
  query: listQuery({ sku: filterText }),
  reply: page(operatorLot),
});
