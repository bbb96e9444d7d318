import * as z from 'zod/mini';
import { isDay } from '#shared/kit/days.ts';
import { rowId, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { filterFlag, filterText, listQuery, page } from '#shared/kit/http/pagination.ts';
import { messages } from '#shared/kit/messages.ts';
import { smallId } from '#shared/kit/small-id.ts';
import { isQueue, QUEUE_NAMES, type Queue } from './rules/queues.ts';

/** Items of a queue that are counted and listed at most, the oldest first. */
export const MAX_QUEUED = 1000;

const person = z.object({ id: z.number(), name: z.string() });

/** An item of a queue. Contains no buyer: the shipment itself shows one. */
const queueItem = z.object({
  queue: z.enum(QUEUE_NAMES),
  client_id: z.number(),
  company: z.string(),
  /** Id of the client, request, shipment, payment or fulfillment order. */
  thing_id: z.number(),
  /** Label of a shipment, own number of an order, name of a company. */
  name: z.string(),
  /** Order of the subject; null for clients and payments. */
  tracking_id: z.nullable(z.string()),
  /** State of a shipment. */
  state: z.nullable(z.string()),
  /** When the cause began: ISO 8601, −03:00. */
  since: z.string(),
  /** Whether the item is older than its queue's limit. */
  beyond: z.boolean(),
  assigned_to: z.nullable(person),
  snoozed_until: z.nullable(z.string()),
});

export type QueueItem = z.output<typeof queueItem>;

/** Numbers of a queue. They don't contain snoozed items. */
const queueTotal = z.object({
  queue: z.enum(QUEUE_NAMES),
  /** At most `MAX_QUEUED`. */
  total: z.number(),
  beyond: z.number(),
  /** Items that are assigned to the caller, snoozed ones included. */
  mine: z.number(),
  oldest: z.nullable(z.string()),
});

export type QueueTotal = z.output<typeof queueTotal>;

export const countQueues = endpoint('GET /ops/v1/queue/', {
  access: 'provider',
  needs: 'read',
  summary: 'Counts the items of each queue, those beyond its limit, and those of the caller.',
  reply: z.object({ results: z.array(queueTotal) }),
});

const queue = z.pipe(
  z.string(),
  z.transform((text, context): Queue => {
    if (isQueue(text)) return text;
    context.issues.push({ code: 'custom', message: 'La cola no existe', input: text });
    return z.NEVER;
  }),
);

export const listQueue = endpoint('GET /ops/v1/queue/:queue', {
  access: 'provider',
  needs: 'read',
  summary: 'Lists the items of a queue, oldest first, without snoozed ones.',
  params: z.object({ queue }),
  query: listQuery({
    /** A client's id, or part of its company's name. */
    client: filterText,
    /** `1`: only items of the caller, snoozed ones included. */
    mine: filterFlag,
  }),
  reply: page(queueItem),
});

const dayError = (value: string) => (isDay(value) ? null : messages.day);

const itemPath = z.object({ queue, clientId: rowId, id: rowId });
const changed = z.object({ message: z.string(), results: queueItem });

export const assignQueueItem = endpoint('POST /ops/v1/queue/:queue/:clientId/:id/assignment', {
  access: 'provider',
  needs: 'queues',
  audit: 'ops.queue.assign',
  summary:
    'Assigns an item to a member of the staff, or to nobody. Names the person that the caller saw, so that nobody takes an item that somebody else took meanwhile.',
  params: itemPath,
  body: z.object({ staff_id: z.nullable(smallId), instead_of: z.nullable(smallId) }),
  reply: changed,
  errorStatuses: [409],
});

export const snoozeQueueItem = endpoint('POST /ops/v1/queue/:queue/:clientId/:id/snooze', {
  access: 'provider',
  needs: 'queues',
  audit: 'ops.queue.snooze',
  summary:
    'Hides an item until the beginning of a day, at most 30 days ahead; null shows it again. It comes back earlier if its cause changes.',
  params: itemPath,
  body: z.object({ until: z.nullable(text({ required: messages.required, check: dayError })) }),
  reply: changed,
});
