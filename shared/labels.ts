import * as z from 'zod/mini';
import { integer, optionalInteger, pathId, text } from './fields.ts';
import { endpoint } from './http/endpoint.ts';
import { messages } from './messages.ts';

/** Maximum number of labels in one call that renders or converts them (readings C44). */
export const MAX_LABELS = 500;

/** Message for more labels than the maximum. */
export const TOO_MANY_LABELS = `Hasta ${MAX_LABELS} etiquetas por vez`;

/** Maximum size in bytes of a PNG to convert. */
export const MAX_PNG_BYTES = 2 * 1024 * 1024;

const MIB = 1024 * 1024;

/** Ids of labels to print: numeric or public ids, duplicates removed, in printing order (readings C9). */
const ids = (required: string) =>
  z.pipe(
    z
      .array(text({ required: messages.value, max: [40, messages.value] }), messages.value)
      .check(z.minLength(1, required)),
    z.pipe(
      z.transform((all: string[]) => [...new Set(all)]),
      z.array(z.string()).check(z.maxLength(MAX_LABELS, TOO_MANY_LABELS)),
    ),
  );

/** Start position on an A4 sheet with two labels: 2 when the first half is used already. */
const startAt = optionalInteger({ min: [1, messages.value], max: [2, messages.value] });

const shipmentIds = ids('Elegí al menos un envío');
const orderIds = ids('Elegí al menos una orden');

export const orderLabels = endpoint('GET /v1/client/order/print/:id/:orderId.pdf', {
  access: 'client',
  needs: 'orders',
  audit: 'label.print',
  summary: 'Renders the labels of an order’s active shipments as PDF. The second id must match the order.',
  params: z.object({ id: pathId, orderId: text({ max: [100] }) }),
  produces: 'application/pdf',
  errorStatuses: [422],
});

export const shipmentLabel = endpoint('GET /v1/client/shipping/print/:id/:shipmentId.pdf', {
  access: 'client',
  needs: 'orders',
  audit: 'label.print',
  summary: 'Renders the label of one shipment as PDF. Both ids must name the same shipment.',
  params: z.object({ id: pathId, shipmentId: pathId }),
  produces: 'application/pdf',
  errorStatuses: [422],
});

export const batchShipmentLabels = endpoint('POST /v1/client/shipping/batch_printing.pdf', {
  access: 'client',
  needs: 'orders',
  audit: 'label.print',
  summary:
    'Renders the labels of up to 500 shipments as one PDF, in the order of their ids, grouped by order. Fails if any of them can’t be printed.',
  body: z.object({ shippings_id: shipmentIds, start_at: startAt }),
  produces: 'application/pdf',
  errorStatuses: [404],
});

export const batchOrderLabels = endpoint('POST /v1/client/shipping/batch_printing_by_orders_id.pdf', {
  access: 'client',
  needs: 'orders',
  audit: 'label.print',
  summary:
    'Renders the labels of all printable shipments of the orders as one PDF, up to 500, in the order of the orders’ ids.',
  body: z.object({ orders_id: orderIds, start_at: startAt }),
  produces: 'application/pdf',
  errorStatuses: [404],
});

export const batchShipmentZpl = endpoint('POST /v1/client/shipping/batch_printing.zpl', {
  access: 'client',
  needs: 'orders',
  audit: 'label.print',
  summary: 'Renders the labels of up to 500 shipments as ZPL commands, one label after the other.',
  body: z.object({ shippings_id: shipmentIds }),
  produces: 'application/octet-stream',
  addition: true,
  errorStatuses: [404],
});

export const batchOrderZpl = endpoint('POST /v1/client/shipping/batch_printing_by_orders_id.zpl', {
  access: 'client',
  needs: 'orders',
  audit: 'label.print',
  summary: 'Renders the labels of all printable shipments of the orders as ZPL commands.',
  body: z.object({ orders_id: orderIds }),
  produces: 'application/octet-stream',
  addition: true,
  errorStatuses: [404],
});

export const testLabel = endpoint('GET /v1/client/label/test.pdf', {
  access: 'client',
  needs: 'read',
  summary: 'Renders a sample label with invented data and the client’s print settings. Records no print.',
  produces: 'application/pdf',
  addition: true,
});

export const testLabelZpl = endpoint('GET /v1/client/label/test.zpl', {
  access: 'client',
  needs: 'read',
  summary: 'Renders the sample label as ZPL commands.',
  produces: 'application/octet-stream',
  addition: true,
});

/** The URL in `print_png_url`. Not an addition, so that it also exists in strict mode. */
export const labelPng = endpoint('GET /v1/public/label/:token.png', {
  access: 'public',
  summary: 'Renders the label of one shipment as PNG, by a signed URL that expires after minutes (print_png_url).',
  params: z.object({ token: text({ required: messages.notFound, max: [100, messages.notFound] }) }),
  produces: 'image/png',
});

const offset = (name: string) =>
  integer({
    required: messages.required,
    min: [0, `El desplazamiento ${name} va de 0 a 32000`],
    max: [32_000, `El desplazamiento ${name} va de 0 a 32000`],
  });

/** A label image and the position of its upper left corner on the printer, in dots. */
const conversion = {
  /** `data:image/png;base64,…` or a `print_png_url` of ours (readings S3). */
  png_label: text({ required: messages.required, max: [Math.ceil((MAX_PNG_BYTES * 4) / 3) + 100, messages.tooLarge] }),
  fo_x: offset('horizontal'),
  fo_y: offset('vertical'),
};

export const labelToZpl = endpoint('POST /v1/client/label/zpl', {
  access: 'client',
  needs: 'orders',
  audit: 'label.print',
  summary: 'Converts a label picture to ZPL graphics; returns a data URL (readings S3, C44).',
  body: z.object(conversion),
  reply: z.object({ results: z.string() }),
  maxBytes: 3 * MIB,
  portal: true,
  errorStatuses: [404],
});

export const labelsToZpl = endpoint('POST /v1/client/label/zpl/batch', {
  access: 'client',
  needs: 'orders',
  audit: 'label.print',
  summary: 'Converts up to 500 label pictures to ZPL graphics; returns one data URL with all of them.',
  body: z.object({
    labels: z
      .array(z.object(conversion), messages.value)
      .check(z.minLength(1, 'Elegí al menos una etiqueta'), z.maxLength(MAX_LABELS, TOO_MANY_LABELS)),
  }),
  reply: z.object({ results: z.string() }),
  maxBytes: 16 * MIB,
  portal: true,
  errorStatuses: [404],
});
