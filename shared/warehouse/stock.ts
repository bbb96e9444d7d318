import * as z from 'zod/mini';
import { text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { filterKey, filterText } from '#shared/kit/http/pagination.ts';
import { messages } from '#shared/kit/messages.ts';
import { logonName, warehousePage, warehousePages } from './fulfillment.ts';

/** A text or a number that the warehouse may omit. */
const nullableText = z.nullable(z.string());
const nullableNumber = z.nullable(z.number());

/** D2 §3 Stock product; the keys keep the accents of the specification. */
export const stockProduct = z.object({
  sku: nullableText,
  descripción: nullableText,
  /** Units in the warehouse, reserved and expired ones included: the sum over the lots. */
  stockTotal: nullableNumber,
  /** Units of critical lots (shared/warehouse/rules/lot-status.ts). */
  stockCritico: nullableNumber,
  /** ISO 8601, −03:00; a foreign warehouse may send any form that `parseWireDate` reads. */
  fechaActualización: nullableText,
  /** Units available to new orders: neither reserved nor expired. Only our own warehouse returns it. */
  disponible: z.optional(nullableNumber),
  /** Days that these units last, and the number that will expire unsold (shared/warehouse/rules/stock-forecast.ts). */
  diasCobertura: z.optional(nullableNumber),
  venceranSinVender: z.optional(nullableNumber),
});

export type StockProduct = z.output<typeof stockProduct>;

/** D2 §3 Lot. Its 'Tipo' is `lotStatus` of the two days (readings C44). */
export const stockLot = z.object({
  lote: nullableText,
  /** YYYY-MM-DD from our warehouse; null for goods that don't expire. */
  vencimiento: nullableText,
  fechaCriticidad: nullableText,
  unidades: nullableNumber,
});

export type StockLot = z.output<typeof stockLot>;

const filters = {
  logonName,
  /** Part of the description; the next filter is part of the SKU. */
  descripcionArticulo: filterText,
  articulo: filterKey,
  /** 'Crítico' or 'Vencido': SKUs with critical or expired units; any other text means no filter. */
  estado: filterText,
};

/** Additions to the specification; null when another service keeps the stock. */
const ADDED = ['disponible', 'diasCobertura', 'venceranSinVender'].map((key) => `data[].productos[].${key}`);

const rows = z.object({ productos: z.array(stockProduct) });

export const listStock = endpoint('POST /service/FulFillmentEcommerceStock', {
  access: 'fulfillment',
  needs: 'read',
  audit: null,
  portal: true,
  summary: 'Lists stock by SKU.',
  body: z.object({ ...filters, ...warehousePage }),
  reply: z.object({ data: z.tuple([rows, warehousePages]) }),
  additions: ADDED,
});

export const exportStock = endpoint('POST /service/FulFillmentEcommerceStockCSV', {
  access: 'fulfillment',
  needs: 'read',
  audit: 'export.stock',
  allowedBeforeApproval: true,
  portal: true,
  summary: 'Lists all stock without pages, for the file “Listado Stocks”.',
  body: z.object(filters),
  reply: z.object({ data: z.tuple([rows]) }),
  additions: ADDED,
});

export const stockLots = endpoint('POST /service/FulFillmentEcommerceStockDetalle', {
  access: 'fulfillment',
  needs: 'read',
  audit: null,
  portal: true,
  summary: 'Lists the lots of a SKU that have units, first expiry first; 404 for another client’s SKU.',
  body: z.object({ logonName, sku: text({ required: messages.required, max: [100], key: true }) }),
  reply: z.object({ data: z.tuple([z.object({ lotes: z.array(stockLot) })]) }),
  errorStatuses: [404],
});
