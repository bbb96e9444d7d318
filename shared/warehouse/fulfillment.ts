import * as z from 'zod/mini';
import { scalarText, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { checkDateRange, clampedInteger, filterDay, filterText, LIST_DATE_RANGE } from '#shared/kit/http/pagination.ts';
import { messages } from '#shared/kit/messages.ts';

/** Maximum page size of a request to the warehouse; a larger one is clamped. */
const MAX_PAGE_SIZE = 1000;

/** `page` from 1 (readings C15) and `pageSize`, the parameters of the warehouse's lists. */
export const warehousePage = {
  page: clampedInteger(1, 1, 1_000_000),
  pageSize: clampedInteger(10, 1, MAX_PAGE_SIZE),
};

/** Part of the specified body; the server ignores it and uses the session's username (readings S2). */
export const logonName = z.pipe(
  z.optional(z.unknown()),
  z.transform((raw): string | undefined => scalarText(raw) || undefined),
);

/** A text that the warehouse may omit. */
const nullableText = z.nullable(z.string());

/** D2 §3 Fulfillment order list item. */
export const fulfillmentRow = z.object({
  /** Day of creation, YYYY-MM-DD. */
  fecha: nullableText,
  /** The id for reading the detail. */
  referencia: nullableText,
  /** Tracking id of the order ('Nro. de Orden'). */
  orden: nullableText,
  /** A value of `FULFILLMENT_STATUSES`. */
  estado: nullableText,
});

export type FulfillmentRow = z.output<typeof fulfillmentRow>;

/** D2 §3 Fulfillment order detail; when the warehouse omits them, texts are null and lists empty. */
export const fulfillmentDetail = z.object({
  estado: nullableText,
  /** Labels of its shipments, separated by commas; null when there are none. */
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

/** `data[1]` of the warehouse's paged responses. */
export const warehousePages = z.object({ pagination: z.object({ pages: z.number() }) });

/** The period of the list (D2 §5), with the warehouse's parameter names. */
export const FULFILLMENT_DATE_RANGE = {
  from: 'FechaDesde',
  to: 'FechaHasta',
  message: LIST_DATE_RANGE.message,
} as const;

const filters = { logonName, FechaDesde: filterDay, FechaHasta: filterDay, estado: filterText };

const rows = z.object({ pedidos: z.array(fulfillmentRow) });

export const listFulfillment = endpoint('POST /service/FulFillmentEcommercePedidos', {
  access: 'fulfillment',
  needs: 'read',
  audit: null,
  portal: true,
  summary: 'Lists fulfillment orders by creation day (YYYY-MM-DD, both days included), newest first.',
  body: z.object({ ...filters, ...warehousePage }).check(checkDateRange(FULFILLMENT_DATE_RANGE)),
  reply: z.object({ data: z.tuple([rows, warehousePages]) }),
});

export const exportFulfillment = endpoint('POST /service/FullFilmentEcommercePedidosCSV', {
  access: 'fulfillment',
  needs: 'read',
  audit: 'export.fulfillment',
  allowedBeforeApproval: true,
  portal: true,
  summary: 'Lists all fulfillment orders without pages, for the file “Listado Pedidos”.',
  body: z.object(filters).check(checkDateRange(FULFILLMENT_DATE_RANGE)),
  reply: z.object({ data: z.tuple([rows]) }),
});

export const readFulfillment = endpoint('POST /service/FulFillmentEcommercePedidosDetalle', {
  access: 'fulfillment',
  needs: 'read',
  audit: null,
  portal: true,
  summary: 'Returns a fulfillment order by its `referencia`; 404 for another client’s order.',
  body: z.object({ logonName, referencia: text({ required: messages.required, max: [60] }) }),
  reply: z.object({ data: z.tuple([fulfillmentDetail]) }),
  errorStatuses: [404],
});
