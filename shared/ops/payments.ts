import * as z from 'zod/mini';
import { rowId } from '#shared/fields.ts';
import { endpoint } from '#shared/http/endpoint.ts';
import { filterDay, filterText, LIST_DATE_RANGE, listQuery, page } from '#shared/http/pagination.ts';

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

const operatorPayment = z.object({
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
  /** ISO 8601, −03:00. */
  created_at: z.string(),
  confirmed_at: z.nullable(z.string()),
  cancelled_at: z.nullable(z.string()),
});

export type OperatorPayment = z.output<typeof operatorPayment>;

export const flaggedPayments = endpoint('GET /ops/v1/payment/attention', {
  access: 'operator',
  needs: 'read',
  summary:
    'Lists payments of all clients that an operator has to review, oldest first: approved after cancellation, paid twice, with another amount, refunded or disputed.',
  query: listQuery({ client: filterText, code: filterText }),
  reply: page(operatorPayment),
});

export const clientPayments = endpoint('GET /ops/v1/client/:clientId/payment/', {
  access: 'operator',
  needs: 'read',
  summary: 'Lists the payments of a client, last changed first, with the filters of the client’s own list.',
  params: z.object({ clientId: rowId }),
  query: listQuery(
    { state_id: filterText, tracking: filterText, from_date: filterDay, to_date: filterDay },
    LIST_DATE_RANGE,
  ),
  reply: page(operatorPayment),
});
