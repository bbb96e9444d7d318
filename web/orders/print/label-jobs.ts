import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import * as calls from '#shared/orders/labels.ts';
import { groupLabelsByOrder } from '#shared/orders/rules/group-labels.ts';
import { download, type OnBytes } from '#web/kit/call/api.ts';
import { hasCapability } from '#web/kit/call/capabilities.ts';
import type { Pictures } from './convert-to-zpl.ts';

/** Progress and abort signal of a job. */
interface JobOptions {
  signal: AbortSignal;
  onBytes?: OnBytes;
}

/** A print job: labels, and how to fetch them in each format of the print settings. */
export interface LabelJob {
  /** Identifies the job on its screen. */
  key: string;
  /** What is printed: 'la orden AQ-20418'. */
  subject: string;
  /** File name of a download, without extension. */
  name: string;
  pdf: (options: JobOptions) => Promise<Blob>;
  zpl: (options: JobOptions) => Promise<Blob>;
}

async function fileOf<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>, options: JobOptions): Promise<Blob> {
  return (await download(endpoint, { ...input, ...options })).blob;
}

/** Our own gateway renders ZPL itself; other gateways only provide pictures. */
const zplBy = (ownZpl: LabelJob['zpl'], pictures: Pictures) => async (options: JobOptions) => {
  if (hasCapability('labelRendering')) return ownZpl(options);
  const { convertToZpl } = await import('./convert-to-zpl.ts');
  return convertToZpl(pictures, options);
};

interface OrderToPrint {
  id: number;
  order_id: string;
  tracking_id: string;
  shippings?: readonly { print_png_url: string | null }[] | null;
}

/** Returns the job for all labels of an order. */
export function orderJob({ id, order_id, tracking_id, shippings }: OrderToPrint): LabelJob {
  return {
    key: `order ${id}`,
    subject: `la orden ${order_id}`,
    name: `etiquetas-${tracking_id}`,
    pdf: (options) => fileOf(calls.orderLabels, { params: { id: String(id), orderId: order_id } }, options),
    zpl: zplBy(
      (options) => fileOf(calls.batchOrderZpl, { body: { orders_id: [id] } }, options),
      (shippings ?? []).map(({ print_png_url }) => print_png_url),
    ),
  };
}

/** First position in a PDF with two labels per sheet: 2 is the second half of a used sheet. */
export type StartAt = 1 | 2;

/** How a PDF of several labels begins. */
export interface BatchStart {
  startAt?: StartAt;
  /** With the picking list; label printers and other gateways have none. */
  skuList?: boolean;
}

const startBody = ({ startAt, skuList }: BatchStart) => ({
  ...(startAt === 2 && { start_at: startAt }),
  ...(skuList && { sku_list: true }),
});

/** Returns the job for all labels of several orders in one file, in this order. */
export function ordersJob(
  orders: readonly Omit<OrderToPrint, 'order_id' | 'tracking_id'>[],
  start: BatchStart = {},
): LabelJob {
  const orders_id = orders.map(({ id }) => id);
  return {
    key: 'orders',
    subject: orders.length === 1 ? 'una orden' : `${orders.length} órdenes`,
    name: 'etiquetas',
    pdf: (options) => fileOf(calls.batchOrderLabels, { body: { orders_id, ...startBody(start) } }, options),
    zpl: zplBy(
      (options) => fileOf(calls.batchOrderZpl, { body: { orders_id } }, options),
      orders.flatMap(({ shippings }) => (shippings ?? []).map(({ print_png_url }) => print_png_url)),
    ),
  };
}

interface ShipmentToPrint {
  id: number;
  shipment_id: string;
  print_png_url: string | null;
}

/** Returns the job for the label of one shipment. */
export function shipmentJob({ id, shipment_id, print_png_url }: ShipmentToPrint): LabelJob {
  return {
    key: `shipment ${id}`,
    subject: `el envío ${shipment_id}`,
    name: `etiqueta-${shipment_id}`,
    pdf: (options) => fileOf(calls.shipmentLabel, { params: { id: String(id), shipmentId: shipment_id } }, options),
    zpl: zplBy((options) => fileOf(calls.batchShipmentZpl, { body: { shippings_id: [id] } }, options), [print_png_url]),
  };
}

/** Returns the job for the labels of several shipments in one file, in this order but grouped by order. */
export function shipmentsJob(
  picked: readonly (ShipmentToPrint & { tracking_id: string })[],
  start: BatchStart = {},
): LabelJob {
  const shipments = groupLabelsByOrder(picked, ({ tracking_id }) => tracking_id);
  const shippings_id = shipments.map(({ id }) => id);
  return {
    key: 'shipments',
    subject: shipments.length === 1 ? 'un envío' : `${shipments.length} envíos`,
    name: 'etiquetas',
    pdf: (options) => fileOf(calls.batchShipmentLabels, { body: { shippings_id, ...startBody(start) } }, options),
    zpl: zplBy(
      (options) => fileOf(calls.batchShipmentZpl, { body: { shippings_id } }, options),
      shipments.map(({ print_png_url }) => print_png_url),
    ),
  };
}

/** Job for a test label with the saved settings; not available with a foreign gateway (readings R4). */
export const testJob: LabelJob = {
  key: 'test',
  subject: 'prueba',
  name: 'etiqueta-de-prueba',
  pdf: (options) => fileOf(calls.testLabel, {}, options),
  zpl: (options) => fileOf(calls.testLabelZpl, {}, options),
};
