import * as z from 'zod/mini';
import { flag, optionalInteger, pathId, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';

/** Maximum number of labels in one call that renders or converts them (readings C44). */
export const MAX_LABELS = 500;

/** Message for more labels than the maximum. */
export const TOO_MANY_LABELS = `Hasta ${MAX_LABELS} etiquetas por vez`;

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

/** Whether the document begins with the picking list of its labels, sorted by SKU. Ignored in strict mode. */
const skuList = flag(false);

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
  body: z.object({ shippings_id: shipmentIds, start_at: startAt, sku_list: skuList }),
  produces: 'application/pdf',
  errorStatuses: [404],
});

export const batchOrderLabels = endpoint('POST /v1/client/shipping/batch_printing_by_orders_id.pdf', {
  access: 'client',
  needs: 'orders',
  audit: 'label.print',
  summary:
    'Renders the labels of all printable shipments of the orders as one PDF, up to 500, in the order of the orders’ ids.',
  body: z.object({ orders_id: orderIds, start_at: startAt, sku_list: skuList }),
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
  shows: ['name', 'address', 'contact', 'user'],
  summary: 'Renders the label of one shipment as PNG, by a signed URL that expires after minutes (print_png_url).',
  params: z.object({ token: text({ required: messages.notFound, max: [100, messages.notFound] }) }),
  produces: 'image/png',
});
