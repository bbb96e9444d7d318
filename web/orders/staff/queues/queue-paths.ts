import { QUEUE_NAMES, QUEUES, type Queue } from '#shared/orders/rules/queues.ts';
import type { QueueItem } from '#shared/orders/staff-queues.ts';

/** Returns the queue of an address, or undefined. */
export const queueOfSlug = (slug: string | undefined): Queue | undefined =>
  QUEUE_NAMES.find((queue) => QUEUES[queue].slug === slug);

export const queuePath = (queue: Queue): string => `/consola/colas/${QUEUES[queue].slug}`;

/** Returns the address of an item, beside its queue. */
export const itemPath = ({ queue, client_id, thing_id }: Pick<QueueItem, 'queue' | 'client_id' | 'thing_id'>): string =>
  `${queuePath(queue)}/${client_id}/${thing_id}`;
