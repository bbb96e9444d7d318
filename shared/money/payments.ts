import * as z from 'zod/mini';
import { pathId, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { blockedReasons } from '#shared/kit/http/envelope.ts';
import { filterDay, filterText, LIST_DATE_RANGE, listQuery, page } from '#shared/kit/http/pagination.ts';
import { messages } from '#shared/kit/messages.ts';
import { MAX_ORDERS_PAID } from './rules/payments.ts';

/** Ids of the orders to pay: numeric ids or tracking ids, duplicates removed (readings C9). */
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
  /** Time of confirmation, before it the time of creation; ISO 8601, −03:00 (readings C43). */
  date: z.string(),
  /** 54, 56 or 41 with its name (shared/money/rules/payments.ts). */
  state: z.object({ id: z.number(), name: z.string() }),
  /** The client's own number and the tracking id of each order. */
  orders: z.array(z.object({ order_id: z.string(), tracking_id: z.string() })),
  /** Pesos, frozen at the payment's creation (readings C26). */
  amount: z.number(),
  currency: z.literal('ARS'),
  /** Checkout link; null unless the payment is open. */
  init_point: z.nullable(z.string()),
  payable: z.boolean(),
  cancelable: z.boolean(),
  /** Reasons, for the sender, why these flags are off. */
  blocked: blockedReasons(['payable', 'cancelable']),
  /** Current status at the payment provider ('En proceso', 'Esperando el pago del cupón'); null when there is none. */
  detail: z.nullable(z.string()),
  /** Problem with received money, for the client; null when there is none. */
  attention: z.nullable(z.string()),
});

export type Payment = z.output<typeof payment>;

const ADDED = ['currency', 'blocked', 'detail', 'attention'];

export const listPayments = endpoint('GET /v1/client/merchant_order/', {
  access: 'prepago',
  needs: 'read',
  summary:
    'Lists payments, last changed first. `filter[state_id]` is 54, 56 or 41, the days refer to `date`, `filter[tracking]` is an order’s tracking id or its prefix.',
  query: listQuery(
    { state_id: filterText, tracking: filterText, from_date: filterDay, to_date: filterDay },
    LIST_DATE_RANGE,
  ),
  reply: page(payment),
  additions: ADDED.map((key) => `results[].${key}`),
});

export const createPayment = endpoint('POST /v1/client/merchant_order/', {
  access: 'prepago',
  needs: 'payments',
  audit: 'payment.begin',
  summary:
    'Creates a payment for one or several orders. The amount is the sum of their costs; a sent amount is ignored.',
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
  needs: 'payments',
  audit: 'payment.cancel',
  summary:
    'Cancels an open payment if the provider confirms that it isn’t approved; its orders become payable again. Idempotent.',
  params: z.object({ id: pathId }),
  reply: z.object({ message: z.string() }),
});

/** Statuses of a payment attempt that the result dialog distinguishes. */
export const RESULT_STATES = ['approved', 'in_process', 'rejected', 'cancelled', 'returned'] as const;

/**
 * Result of a payment, for the dialog after the return from the checkout (readings S6). The query's parameters only
 * identify the payment: `verified` and all other values are read by the server from the payment provider. A payment of
 * another client is answered like an unknown one.
 */
export const paymentResult = endpoint('GET /v1/client/merchant_order/result', {
  access: 'prepago',
  needs: 'read',
  addition: true,
  summary:
    'Returns the payment of the provider’s return address, or `payment: null` if it is unknown. Requests the payment from the provider again, at most once a minute per payment.',
  query: z.object({ payment_id: filterText, external_reference: filterText, preference_id: filterText }),
  reply: z.object({
    results: z.object({
      /** Whether the server has read this payment from the provider, with the right amount, currency and reference. */
      verified: z.boolean(),
      /** Status that the server read; null if it hasn't read the payment. */
      status: z.nullable(z.enum(RESULT_STATES)),
      payment: z.nullable(payment),
      /** Printable orders of a confirmed payment with labels that weren't printed, and the number of these labels; null without any. */
      to_print: z.nullable(z.object({ orders_id: z.array(z.number()), labels: z.number() })),
    }),
  }),
});
