import * as z from 'zod/mini';
import { rowId, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { filterDay, filterText, LIST_DATE_RANGE, listQuery, page } from '#shared/kit/http/pagination.ts';
import { messages } from '#shared/kit/messages.ts';

/** Reasons why a payment needs a check by hand. */
export const ATTENTION_CODES = [
  'approved_after_cancel',
  'paid_after_end',
  'paid_twice',
  'mismatch',
  'refunded',
  'charged_back',
  'in_mediation',
] as const;

export type AttentionCode = (typeof ATTENTION_CODES)[number];

/** Spanish names of the reasons. */
export const ATTENTION_NAMES: Record<AttentionCode, string> = {
  approved_after_cancel: 'aprobado después de cancelarlo',
  paid_after_end: 'pagado con envíos ya finalizados',
  paid_twice: 'pagado dos veces',
  mismatch: 'otro importe',
  refunded: 'devuelto',
  charged_back: 'desconocido ante la tarjeta',
  in_mediation: 'en mediación',
};

const staffPayment = z.object({
  client_id: z.number(),
  /** Our id; the payment provider's `external_reference`. */
  id: z.number(),
  state: z.object({ id: z.number(), name: z.string() }),
  /** Pesos. */
  amount: z.number(),
  currency: z.literal('ARS'),
  /** Ids at the payment provider; null before they exist. */
  preference_id: z.nullable(z.string()),
  payment_id: z.nullable(z.string()),
  /** The payment provider's own status (`approved`, `in_process`, …) as last read. */
  provider_status: z.nullable(z.string()),
  /** The reason to check the payment by hand; null when there is none. */
  attention: z.nullable(z.enum(ATTENTION_CODES)),
  attention_at: z.nullable(z.string()),
  /** Whether the payment waits for that check: nobody closed it. */
  open_case: z.boolean(),
  /** ISO 8601, −03:00. */
  created_at: z.string(),
  confirmed_at: z.nullable(z.string()),
  cancelled_at: z.nullable(z.string()),
});

export type StaffPayment = z.output<typeof staffPayment>;

export const flaggedPayments = endpoint('GET /ops/v1/payment/attention', {
  access: 'provider',
  needs: 'read',
  summary:
    'Lists payments of all clients that the staff have to review, oldest first: approved after cancellation, paid twice, with another amount, refunded or disputed.',
  query: listQuery({ client: filterText, code: filterText }),
  reply: page(staffPayment),
});

const paymentWithOrders = z.extend(staffPayment, {
  /** `amount`: pesos of the order in this payment. */
  orders: z.array(z.object({ order_id: z.string(), tracking_id: z.string(), amount: z.number() })),
  /** Checks that were closed, oldest first. */
  closures: z.array(
    z.object({
      attention: z.enum(ATTENTION_CODES),
      reason: z.string(),
      by: z.string(),
      /** ISO 8601, −03:00. */ at: z.string(),
    }),
  ),
});

export const readStaffPayment = endpoint('GET /ops/v1/client/:clientId/payment/:id', {
  access: 'provider',
  needs: 'read',
  shows: ['text'],
  summary:
    'Returns a payment with its orders, in the sequence in which the client chose them, and with the checks that were closed.',
  params: z.object({ clientId: rowId, id: rowId }),
  reply: z.object({ results: paymentWithOrders }),
});

export const closePaymentCase = endpoint('PUT /ops/v1/client/:clientId/payment/:id/close', {
  access: 'provider',
  needs: 'billing',
  audit: 'ops.payment.close',
  shows: ['text'],
  summary:
    'Closes the check of a payment by hand, with a reason. The payment and its orders stay as they are; the case opens again if the payment provider reports something else. Of two people the first wins.',
  errorStatuses: [409],
  params: z.object({ clientId: rowId, id: rowId }),
  body: z.object({
    /** The reason for the check that the caller saw; if it changed meanwhile, the call is refused. */
    attention: text({ check: (value) => (ATTENTION_CODES.some((code) => code === value) ? null : messages.value) }),
    reason: text({ required: 'Escribí cómo se resolvió', max: [200], lines: true }),
  }),
  reply: z.object({ message: z.string(), results: paymentWithOrders }),
});

export const clientPayments = endpoint('GET /ops/v1/client/:clientId/payment/', {
  access: 'provider',
  needs: 'read',
  summary: 'Lists the payments of a client, last changed first, with the filters of the client’s own list.',
  params: z.object({ clientId: rowId }),
  query: listQuery(
    { state_id: filterText, tracking: filterText, from_date: filterDay, to_date: filterDay },
    LIST_DATE_RANGE,
  ),
  reply: page(staffPayment),
});
