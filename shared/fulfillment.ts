import * as z from 'zod/mini';
import { text } from './fields.ts';
import { endpoint } from './http/endpoint.ts';
import { clampedInteger, daysInOrder, filterDay, filterText, LISTED_DAYS } from './http/page.ts';
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
const told = z.nullable(z.string());

/** D2 §3 Fulfillment order list item. */
export const fulfillmentRow = z.object({
  /** Day of creation, YYYY-MM-DD. */
  fecha: told,
  /** What its detail is asked by. */
  referencia: told,
  /** Tracking id of the order ('Nro. de Orden'). */
  orden: told,
  /** A value of `FULFILLMENT_STATUSES`. */
  estado: told,
});

export type FulfillmentRow = z.output<typeof fulfillmentRow>;

/** D2 §3 Fulfillment order detail; of what the warehouse leaves out, texts are null and lists empty. */
export const fulfillmentDetail = z.object({
  estado: told,
  /** Labels of its shipments, separated by commas; null while there are none. */
  etiquetas: told,
  /** ISO 8601, −03:00; a foreign warehouse may send any form that `parseWireDate` reads. */
  fechaCreacionOrden: told,
  fechaEstado: told,
  productos: z.array(
    z.object({
      sku: told,
      descripcion: told,
      cantidad: z.nullable(z.number()),
      cantidadPreparada: z.nullable(z.number()),
    }),
  ),
  datosDestinatario: z.object({
    nombreYApellido: told,
    mail: told,
    telefono: told,
    direccion: told,
    codigoPostal: told,
    localidad: told,
    provincia: told,
  }),
});

export type FulfillmentDetail = z.output<typeof fulfillmentDetail>;

/** `data[1]` of a paged answer of the warehouse. */
export const warehousePages = z.object({ pagination: z.object({ pages: z.number() }) });

/** The period of the list (D2 §5), by the warehouse's names. */
export const FULFILLMENT_DAYS = { from: 'FechaDesde', to: 'FechaHasta', message: LISTED_DAYS.message } as const;

const filters = { logonName, FechaDesde: filterDay, FechaHasta: filterDay, estado: filterText };

const rows = z.object({ pedidos: z.array(fulfillmentRow) });

export const listFulfillment = endpoint('POST /service/FulFillmentEcommercePedidos', {
  access: 'fulfillment',
  portal: true,
  summary: 'Fulfillment orders by their day of creation (YYYY-MM-DD, both ends included), the newest first.',
  body: z.object({ ...filters, ...warehousePage }).check(daysInOrder(FULFILLMENT_DAYS)),
  reply: z.object({ data: z.tuple([rows, warehousePages]) }),
});

export const exportFulfillment = endpoint('POST /service/FullFilmentEcommercePedidosCSV', {
  access: 'fulfillment',
  portal: true,
  summary: 'The same list without pages, for the file “Listado Pedidos”.',
  body: z.object(filters).check(daysInOrder(FULFILLMENT_DAYS)),
  reply: z.object({ data: z.tuple([rows]) }),
});

export const readFulfillment = endpoint('POST /service/FulFillmentEcommercePedidosDetalle', {
  access: 'fulfillment',
  portal: true,
  summary: 'One fulfillment order by its `referencia`; another client’s is as unknown as any.',
  body: z.object({ logonName, referencia: text({ required: messages.required, max: [60] }) }),
  reply: z.object({ data: z.tuple([fulfillmentDetail]) }),
  refuses: [404],
});
