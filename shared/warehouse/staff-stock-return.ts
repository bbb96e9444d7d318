import * as z from 'zod/mini';
import { integer, pathId, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { day } from './staff-stock.ts';

const stockReturn = z.object({
  shipment_id: z.string(),
  client_id: z.number(),
  /** Name of the client's company. */
  company: z.string(),
  state: z.string(),
  /** Units that left the stock with the shipment, by SKU and lot. */
  lots: z.array(
    z.object({
      sku: z.string(),
      description: z.string(),
      lot: z.string(),
      expiry: z.nullable(z.string()),
      units: z.number(),
    }),
  ),
  /** When its units went back into stock: ISO 8601, −03:00; null if they didn't. */
  returned_at: z.nullable(z.string()),
  /** Units that went back into stock; null before the return, and for one that a previous version recorded. */
  returned: z.nullable(z.array(z.object({ sku: z.string(), lot: z.string(), units: z.number() }))),
  /** Why other units didn't go back; empty without a reason. */
  note: z.string(),
  /** Why its units can't go back into stock; null if they can. */
  refusal: z.nullable(z.string()),
});

export type StockReturn = z.output<typeof stockReturn>;

const params = z.object({ label: pathId });

export const readStockReturn = endpoint('GET /ops/v1/shipment/:label/stock-return', {
  access: 'provider',
  needs: 'read',
  shows: ['text'],
  summary: 'Returns the units that left the stock with a shipment, and whether they can go back into stock.',
  params,
  reply: z.object({ results: stockReturn }),
});

export const recordStockReturn = endpoint('POST /ops/v1/shipment/:label/stock-return', {
  access: 'provider',
  needs: 'warehouse',
  audit: 'ops.stock.return',
  shows: ['text'],
  summary:
    'Puts units of a returned shipment back into stock, each shipment once. Units that are left out, such as damaged ones, never go back.',
  params,
  body: z.object({
    units: z
      .array(
        z.object({
          /** A SKU, or the bar code of its product. */
          sku: text({ required: 'Falta sku', max: [100], key: true }),
          /** A new lot is created. */
          lot: text({ required: 'El lote es obligatorio', max: [60] }),
          /** Last good day of a new lot. */
          expiry: day,
          units: integer({
            required: 'Falta units',
            min: [1, 'Mínimo 1'],
            max: [9_999_999, 'El valor no es válido'],
          }),
        }),
      )
      .check(z.maxLength(1000, 'Hasta 1000 artículos')),
    /** Why other units don't go back. */
    note: z.optional(text({ max: [200] })),
  }),
  reply: z.object({ message: z.string(), results: stockReturn }),
  errorStatuses: [409],
});
