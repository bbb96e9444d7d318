import { orderLabels } from '#shared/labels.ts';
import { type Downloaded, download } from '#web/lib/api.ts';

/** Labels to be printed: of what, and how they are fetched. */
export interface LabelJob {
  /** Tells jobs of one screen apart. */
  key: string;
  /** 'la orden AQ-20418' */
  thing: string;
  fetch: () => Promise<Downloaded>;
}

/** All labels of an order. */
export function orderJob({ id, order_id }: { id: number; order_id: string }): LabelJob {
  return {
    key: `order ${id}`,
    thing: `la orden ${order_id}`,
    fetch: () => download(orderLabels, { params: { id: String(id), orderId: order_id } }),
  };
}
