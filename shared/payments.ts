import * as z from 'zod/mini';
import { pathId, text } from './fields.ts';
import { endpoint } from './http/endpoint.ts';
import { blockedReasons } from './http/envelope.ts';
import { filterDay, filterText, LIST_DATE_RANGE, listQuery, page } from './http/pagination.ts';
import { messages } from './messages.ts';
import { MAX_ORDERS_PAID } from './rules/payments.ts';

/** Ids of the orders to pay: numeric ids or tracking ids, each counted once (readings C9). */
const orders = z.pipe(
  z
    .array(text({ required: messages.value, max: [40, messages.value] }), messages.value)
    .check(z.minLength(1, 'Elegí al menos una orden')),
  z.pipe(
    z.transform((all: string[]) => [...new Set(all)]),
    z.array(z.string()).check(z.maxLength(MAX_ORDERS_PAID, `Hasta ${MAX_ORDERS_PAID} órdenes por pago`)),
  ),
);

/** D2 §3 Payment (merchant order). */
export const payment = z.object({
  id: z.number(),
  /** When it was confirmed, else when it was begun; ISO 8601, −03:00 (readings C43). */
  date: z.string(),
  /** 54, 56 or 41 with its name (shared/rules/payments.ts). */
  state: z.object({ id: z.number(), name: z.string() }),
  /** The client's own number of each order, and ours. */
  orders: z.array(z.object({ order_id: z.string(), tracking_id: z.string() })),
  /** Pesos, frozen when the payment was begun (readings C26). */
  amount: z.number(),
  currency: z.literal('ARS'),
  /** Where it is paid; null unless it is open. */
  init_point: z.nullable(z.string()),
  payable: z.boolean(),
  cancelable: z.boolean(),
  /** Why a flag of these is off, in the sender's words. */
  blocked: blockedReasons(['payable', 'cancelable']),
  /** What the payment provider says meanwhile ('En proceso', 'Esperando el pago del cupón'); null when nothing. */
  detail: z.nullable(z.string()),
  /** What went wrong with money that was paid, and is being looked into; null when nothing. */
  attention: z.nullable(z.string()),
});

export type Payment = z.output<typeof payment>;

const ADDED = ['currency', 'blocked', 'detail', 'attention'];

export const listPayments = endpoint('GET /v1/client/merchant_order/', {
  access: 'prepago',
  summary:
    'Payments, the last changed first; `filter[state_id]` takes 54, 56 or 41, the days are those of `date`, `filter[tracking]` is an order’s tracking id or its beginning.',
  query: listQuery(
    { state_id: filterText, tracking: filterText, from_date: filterDay, to_date: filterDay },
    LIST_DATE_RANGE,
  ),
  reply: page(payment),
  additions: ADDED.map((key) => `results[].${key}`),
});

export const createPayment = endpoint('POST /v1/client/merchant_order/', {
  access: 'prepago',
  summary: 'Begin one payment of several orders; the amount is the sum of what they cost, whatever is sent.',
  body: z.object({ orders }),
  reply: z.object({
    message: z.string(),
    results: z.object({ id: z.number(), init_point: z.string(), amount: z.number() }),
  }),
  idempotent: true,
  additions: ['results.id', 'results.amount'],
  errorStatuses: [404],
});

export const cancelPayment = endpoint('PUT /v1/client/merchant_order/cancel/:id', {
  access: 'prepago',
  summary:
    'Cancel an open payment, once the provider has said that it isn’t approved; its orders become payable again. Cancelling it again answers the same.',
  params: z.object({ id: pathId }),
  reply: z.object({ message: z.string() }),
});

/** What the payment provider says of one payment attempt, as far as the dialog tells it apart. */
export const RESULT_STATES = ['approved', 'in_process', 'rejected', 'cancelled', 'returned'] as const;

/**
 * What the dialog on the way back shows under its texts (readings S6). The query's parameters only say where to look:
 * `verified` and everything else is what the server itself read from the provider. A payment that isn't the client's is
 * as unknown as one that doesn't exist.
 */
export const paymentResult = endpoint('GET /v1/client/merchant_order/result', {
  access: 'prepago',
  addition: true,
  summary:
    'What is known of the payment that the provider’s return address names. Unknown ones answer `payment: null`. It may have the provider asked again, at most once a minute and payment.',
  query: z.object({ payment_id: filterText, external_reference: filterText, preference_id: filterText }),
  reply: z.object({
    results: z.object({
      /** The server has read this very payment from the provider, and amount, currency and reference are right. */
      verified: z.boolean(),
      /** What it read; null while it hasn't read that payment. */
      status: z.nullable(z.enum(RESULT_STATES)),
      payment: z.nullable(payment),
    }),
  }),
});
