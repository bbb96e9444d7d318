import * as z from 'zod/mini';
import { text } from './fields.ts';
import { logonName, warehousePage, warehousePages } from './fulfillment.ts';
import { endpoint } from './http/endpoint.ts';
import { filterText } from './http/page.ts';
import { messages } from './messages.ts';

/** A text, or a number, that the warehouse may leave out. */
const told = z.nullable(z.string());
const count = z.nullable(z.number());

/** D2 §3 Stock product, its keys with the accents that they are given with. */
export const stockProduct = z.object({
  sku: told,
  descripción: told,
  /** Units that are in the warehouse, reserved and expired ones included: the sum over the lots. */
  stockTotal: count,
  /** Units of critical lots (shared/rules/lot-marks.ts). */
  stockCritico: count,
  /** ISO 8601, −03:00; a foreign warehouse may send any form that `parseWireDate` reads. */
  fechaActualización: told,
  /** Units that new orders may still take: neither reserved nor expired. Ours alone knows it. */
  disponible: z.optional(count),
  /** Days that those last, and how many of them will expire before they sell (shared/rules/stock-outlook.ts). */
  diasCobertura: z.optional(count),
  venceranSinVender: z.optional(count),
});

export type StockProduct = z.output<typeof stockProduct>;

/** D2 §3 Lot. Its 'Tipo' is `lotMark` of the two days (readings C44). */
export const stockLot = z.object({
  lote: told,
  /** YYYY-MM-DD from ours; null for what doesn't expire. */
  vencimiento: told,
  fechaCriticidad: told,
  unidades: count,
});

export type StockLot = z.output<typeof stockLot>;

const filters = {
  logonName,
  /** Part of the description, part of the SKU. */
  descripcionArticulo: filterText,
  articulo: filterText,
  /** 'Crítico' or 'Vencido': SKUs that have such units; any other text means no filter. */
  estado: filterText,
};

/** What the specification doesn't name; null where another service keeps the stock. */
const ADDED = ['disponible', 'diasCobertura', 'venceranSinVender'].map((key) => `data[].productos[].${key}`);

const rows = z.object({ productos: z.array(stockProduct) });

export const listStock = endpoint('POST /service/FulFillmentEcommerceStock', {
  access: 'fulfillment',
  portal: true,
  summary: 'Stock by SKU, in the order of the SKUs.',
  body: z.object({ ...filters, ...warehousePage }),
  reply: z.object({ data: z.tuple([rows, warehousePages]) }),
  additions: ADDED,
});

export const exportStock = endpoint('POST /service/FulFillmentEcommerceStockCSV', {
  access: 'fulfillment',
  portal: true,
  summary: 'The same list without pages, for the file “Listado Stocks”.',
  body: z.object(filters),
  reply: z.object({ data: z.tuple([rows]) }),
  additions: ADDED,
});

export const stockLots = endpoint('POST /service/FulFillmentEcommerceStockDetalle', {
  access: 'fulfillment',
  portal: true,
  summary: 'Lots of a SKU that have units, the first to expire first; another client’s SKU is as unknown as any.',
  body: z.object({ logonName, sku: text({ required: messages.required, max: [100] }) }),
  reply: z.object({ data: z.tuple([z.object({ lotes: z.array(stockLot) })]) }),
  refuses: [404],
});
