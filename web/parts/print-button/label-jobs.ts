import { orderLabels, testLabel, testLabelZpl } from '#shared/labels.ts';
import type { LabelFormat } from '#shared/rules/label-settings.ts';
import { type Downloaded, download } from '#web/lib/api.ts';

/** Labels to be printed: of what, and how they are fetched. */
export interface LabelJob {
  /** Tells jobs of one screen apart. */
  key: string;
  /** 'la orden AQ-20418' */
  thing: string;
  /** PDF is looked at in a tab; ZPL is saved as a file, for the printer. */
  format: LabelFormat;
  fetch: () => Promise<Downloaded>;
}

/** All labels of an order. */
export function orderJob({ id, order_id }: { id: number; order_id: string }): LabelJob {
  return {
    key: `order ${id}`,
    thing: `la orden ${order_id}`,
    format: 'pdf',
    fetch: () => download(orderLabels, { params: { id: String(id), orderId: order_id } }),
  };
}

/** A label of nobody's parcel, in the settings as they are saved. An addition: gone before a foreign gateway (readings R4). */
export function testJob(format: LabelFormat): LabelJob {
  return { key: 'test', thing: 'prueba', format, fetch: () => download(format === 'zpl' ? testLabelZpl : testLabel) };
}
