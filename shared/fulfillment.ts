import * as z from 'zod/mini';
import { text } from './fields.ts';
import { endpoint } from './http/endpoint.ts';
import { checkDateRange, clampedInteger, filterDay, filterText, LIST_DATE_RANGE } from './http/pagination.ts';
import { messages } from './messages.ts';

/** Largest page that the warehouse is asked for; a larger one is clamped. */
const MAX_PAGE_SIZE = 1000;

/** `page` from 1 (readings C15) and `pageSize`, as the warehouse's lists take them. */
export const warehousePage = {
  page: clampedInteger(1, 1, 1_000_000),
  pageSize: clampedInteger(10, 1, MAX_PAGE_SIZE),
};

/** Kept in the body as specified; the server takes the session's username whatever it says (readings S2). */
export const logonName = filterText;

/** A text that the warehouse may leave out. */
const nullableText = z.nullable(z.string());

/** D2 §3 Fulfillment order list item. */
export const fulfillmentRow = z.object({
  /** Day of creation, YYYY-MM-DD. */
  fecha: nullableText,
  /** What its detail is asked by. */
  referencia: nullableText,
  /** Tracking id of the order ('Nro. de Orden'). */
  orden: nullableText,
  /** A value of `FULFILLMENT_STATUSES`. */
  estado: nullableText,
});

export type FulfillmentRow = z.output<typeof fulfillmentRow>;

/** D2 §3 Fulfillment order detail; of what the warehouse leaves out, texts are null and lists empty. */
export const fulfillmentDetail = z.object({
  estado: nullableText,
  /** Labels of its shipments, separated by commas; null while there are none. */
  etiquetas: nullableText,
  /** ISO 8601, −03:00; a foreign warehouse may send any form that `parseWireDate` reads. */
  fechaCreacionOrden: nullableText,
  fechaEstado: nullableText,
  productos: z.array(
    z.object({
      sku: nullableText,
      descripcion: nullableText,
      cantidad: z.nullable(z.number()),
      cantidadPreparada: z.nullable(z.number()),
    }),
  ),
  datosDestinatario: z.object({
    nombreYApellido: nullableText,
    mail: nullableText,
    telefono: nullableText,
    direccion: nullableText,
    codigoPostal: nullableText,
    localidad: nullableText,
    provincia: nullableText,
  }),
});

export type FulfillmentDetail = z.output<typeof fulfillmentDetail>;

/** `data[1]` of a paged answer of the warehouse. */
export const warehousePages = z.object({ pagination: z.object({ pages: z.number() }) });

/** The period of the list (D2 §5), by the warehouse's names. */
export const FULFILLMENT_DATE_RANGE = {
  from: 'FechaDesde',
  to: 'FechaHasta',
  message: LIST_DATE_RANGE.message,
} as const;

const filters = { logonName, FechaDesde: filterDay, FechaHasta: filterDay, estado: filterText };

const rows = z.object({ pedidos: z.array(fulfillmentRow) });

export const listFulfillment = endpoint('POST /service/FulFillmentEcommercePedidos', {
  access: 'fulfillment',
  portal: true,
  summary: 'Fulfillment orders by their day of creation (YYYY-MM-DD, both ends included), the newest first.',
  body: z.object({ ...filters, ...warehousePage }).check(checkDateRange(FULFILLMENT_DATE_RANGE)),
  reply: z.object({ data: z.tuple([rows, warehousePages]) }),
});

export const exportFulfillment = endpoint('POST /service/FullFilmentEcommercePedidosCSV', {
  access: 'fulfillment',
  portal: true,
  summary: 'The same list without pages, for the file “Listado Pedidos”.',
  body: z.object(filters).check(checkDateRange(FULFILLMENT_DATE_RANGE)),
  reply: z.object({ data: z.tuple([rows]) }),
});

export const readFulfillment = endpoint('POST /service/FulFillmentEcommercePedidosDetalle', {
  access: 'fulfillment',
  portal: true,
  summary: 'One fulfillment order by its `referencia`; another client’s is as unknown as any.',
  body: z.object({ logonName, referencia: text({ required: messages.required, max: [60] }) }),
  reply: z.object({ data: z.tuple([fulfillmentDetail]) }),
  errorStatuses: [404],
});
