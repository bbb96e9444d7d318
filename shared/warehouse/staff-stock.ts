import * as z from 'zod/mini';
import { deferredSchema, integer, rowId, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { filterKey, listQuery, page, parseDay } from '#shared/kit/http/pagination.ts';
import { resource } from '#shared/kit/resource.ts';
import { formatDate } from '#shared/kit/text/format.ts';

/** Maximum number of receipts in one call. */
export const MAX_RECEIPTS = 500;

const MAX_UNITS = 9_999_999;

/** A day YYYY-MM-DD; empty means none. */
export const day = text({
  max: [10, 'La fecha no es válida'],
  check: (value) => (parseDay(value) === value ? null : 'La fecha no es válida'),
});

/** Units of a lot that arrived in the warehouse; negative for units that were taken out or corrected. */
export const stockReceipt = z.object({
  /** The warehouse's id of the receipt: the idempotency key of a repeated receipt. */
  receipt_id: text({ required: 'Falta receipt_id', max: [100] }),
  /** A SKU of the catalogue, or the bar code of its product. */
  sku: text({ required: 'Falta sku', max: [100], key: true }),
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
  /** The SKU, even where its bar code was sent; null for a receipt that can't be read. */
  sku: z.nullable(z.string()),
  /** Name of the SKU in the stock, or else in the catalogue; null for a refused receipt. */
  description: z.nullable(z.string()),
  /** `repeated`: received before, nothing changed. */
  result: z.enum(['recorded', 'repeated', 'refused']),
  /** Reason of the refusal. */
  reason: z.nullable(z.string()),
});

export type ReceiptResult = z.output<typeof receiptResult>;

const clientPath = z.object({ clientId: rowId });

export const recordReceipts = endpoint('POST /ops/v1/client/:clientId/stock/receipt', {
  access: 'provider',
  needs: 'warehouse',
  audit: 'ops.stock.receipt',
  summary:
    'Adds units to lots, or removes units that left the warehouse without an order. Each receipt is accepted or rejected separately: a SKU that the client’s catalogue lacks, reserved units, and an id that another receipt has are rejected.',
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

const units = { min: [0, 'Mínimo 0'], max: [MAX_UNITS, 'El valor no es válido'] } as const;

/** Units of a lot that somebody counted. */
export const stockCount = z.object({
  /** Idempotency key of a repeated count. Receipts and counts of a client share their ids. */
  count_id: text({ required: 'Falta count_id', max: [100] }),
  /** A SKU, or the bar code of its product. */
  sku: text({ required: 'Falta sku', max: [100], key: true }),
  lot: text({ required: 'Falta lot', max: [60] }),
  /** Units that the system had when the count began. */
  expected: integer({ required: 'Falta expected', ...units }),
  counted: integer({ required: 'Escribí cuántas unidades hay', ...units }),
  /** Why they differ; required if they do. */
  reason: text({ max: [200] }),
});

export type StockCount = z.output<typeof stockCount>;

const countResult = z.object({
  /** As received; null for a value that is no text. */
  count_id: z.nullable(z.string()),
  /** `equal`: nothing to record. `repeated`: recorded before. */
  result: z.enum(['recorded', 'equal', 'repeated', 'refused']),
  /** Counted units less those of the system. */
  difference: z.number(),
  /** Reason of the refusal. */
  reason: z.nullable(z.string()),
});

export type CountResult = z.output<typeof countResult>;

export const recordCounts = endpoint('POST /ops/v1/client/:clientId/stock/count', {
  access: 'provider',
  needs: 'warehouse',
  audit: 'ops.stock.count',
  summary:
    'Records the differences between counted units and stock, as receipts with a reason. Each count is accepted or rejected separately; it is rejected if the stock changed since the count began, or if reserved units are missing.',
  params: clientPath,
  body: z.object({
    counts: z
      .array(deferredSchema(stockCount))
      .check(
        z.minLength(1, 'Enviá al menos un conteo'),
        z.maxLength(MAX_RECEIPTS, `Hasta ${MAX_RECEIPTS} conteos por llamada`),
      ),
  }),
  reply: z.object({ results: z.array(countResult) }),
});

export const shelfForm = z.object({
  /** A SKU, or the bar code of its product. */
  sku: text({ required: 'Falta sku', max: [100], key: true }),
  /** Empty removes the position. */
  shelf: text({ max: [40, 'Hasta 40 caracteres'] }),
});

export const setShelf = endpoint('PUT /ops/v1/client/:clientId/stock/shelf', {
  access: 'provider',
  needs: 'warehouse',
  audit: 'ops.stock.shelf',
  summary: 'Sets the position of a SKU in the warehouse, by which picking lists are sorted.',
  params: clientPath,
  body: shelfForm,
  reply: z.object({ message: z.string(), results: z.object({ sku: z.string(), shelf: z.string() }) }),
});

const staffLot = z.object({
  sku: z.string(),
  description: z.string(),
  /** Position in the warehouse; empty if nobody set it. */
  shelf: z.string(),
  lot: z.string(),
  expiry: z.nullable(z.string()),
  criticality: z.nullable(z.string()),
  units: z.number(),
  /** Part of `units` that is reserved for orders. */
  reserved: z.number(),
  /** ISO 8601, −03:00. */
  updated_at: z.string(),
});

export type StaffLot = z.output<typeof staffLot>;

export const clientStock = endpoint('GET /ops/v1/client/:clientId/stock/', {
  access: 'provider',
  needs: 'read',
  summary: 'Lists the lots of a client by SKU and expiry. `filter[sku]` is a SKU, or the bar code of its product.',
  params: clientPath,
  query: listQuery({ sku: filterKey }),
  reply: page(staffLot),
});

/** Marks of lots that need attention (D2 §4). */
export const EXPIRING_STATUSES = ['Vencido', 'Crítico'] as const;

const expiringLot = z.object({
  client_id: z.number(),
  /** Name of the client's company. */
  company: z.string(),
  ...staffLot.shape,
  status: z.enum(EXPIRING_STATUSES),
});

export type ExpiringLot = z.output<typeof expiringLot>;

/** Lots of all clients with units that are critical or expired. */
export const expiringLots = resource('/ops/v1/stock/expiring/', {
  title: 'Vencimientos',
  nouns: ['lote', 'lotes'],
  command: ['vencimientos', 'Lista los lotes críticos y vencidos de todos los clientes, primero los que vencen antes'],
  summary: 'Lists the lots of all clients with units that are critical or expired, the first to expire first.',
  needs: 'read',
  row: expiringLot,
  key: ({ client_id, sku, lot }) => JSON.stringify([client_id, sku, lot]),
  filters: {
    client: { name: 'cliente', label: 'Cliente', hint: 'Número del cliente' },
    status: {
      name: 'estado',
      label: 'Estado',
      options: { '': 'Críticos y vencidos', [EXPIRING_STATUSES[0]]: 'Vencidos', [EXPIRING_STATUSES[1]]: 'Críticos' },
    },
  },
  columns: {
    status: 'Estado',
    expiry: { title: 'Vence', value: ({ expiry }) => expiry && formatDate(expiry) },
    criticality: {
      title: 'Crítico desde',
      value: (lot) => lot.criticality && formatDate(lot.criticality),
      fileOnly: true,
    },
    company: 'Cliente',
    sku: 'SKU',
    description: { title: 'Descripción', value: ({ description }) => description, fileOnly: true },
    lot: 'Lote',
    shelf: 'Ubicación',
    units: 'Unidades',
    reserved: 'Reservadas',
  },
});

export const { list: expiringStock, csv: exportExpiringStock } = expiringLots;
