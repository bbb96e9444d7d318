import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import type { QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { parseRowId } from '#shared/kit/row-id.ts';
import type * as calls from '#shared/money/payments.ts';
import { readAttempts } from './attempt/attempt.store.ts';
import { pollOnUnverifiedNotification } from './attempt/unverified-notification.ts';
import { findPayment } from './payment.store.ts';
import { paymentRow, unprintedPaid } from './payment-list.store.ts';

type Result = ReplyOf<typeof calls.paymentResult>;

/** Maps the provider's statuses to those of the result dialog (readings C18: an unpaid coupon is in process). */
const STATUSES: Readonly<Record<string, Result['results']['status']>> = {
  approved: 'approved',
  pending: 'in_process',
  in_process: 'in_process',
  authorized: 'in_process',
  rejected: 'rejected',
  cancelled: 'cancelled',
  refunded: 'returned',
  charged_back: 'returned',
  in_mediation: 'returned',
};

const UNKNOWN: Result = { results: { verified: false, status: null, payment: null, to_print: null } };

/**
 * Returns the status of the payment that the provider's return address names (readings S6). The address itself proves
 * nothing: an attempt is verified once it was read from the provider with the right reference, amount and currency. If
 * the attempt isn't approved yet, the payment is polled, at most once a minute.
 */
export async function readPaymentResult(
  deps: Deps,
  { clientId }: Caller,
  { payment_id, external_reference, preference_id }: QueryOf<typeof calls.paymentResult>,
): Promise<Result> {
  const id = external_reference === undefined ? null : parseRowId(external_reference);
  if (id === null) return UNKNOWN;
  const found = await deps.db.withClient(clientId, async (trx) => {
    const payment = await findPayment(trx, clientId, id);
    return payment && { payment, attempts: await readAttempts(trx, clientId, id) };
  });
  if (!found) return UNKNOWN;
  const { payment, attempts } = found;
  if (preference_id !== undefined && preference_id !== 'null' && preference_id !== payment.preference_id)
    return UNKNOWN;
  const attempt = attempts.find(({ paymentId }) => paymentId === payment_id);
  const verified = attempt?.amountCents === payment.amount_cents && attempt.currency === 'ARS';
  if (attempt?.status !== 'approved') await pollOnUnverifiedNotification(deps, { clientId, id });
  const [[row], [unprinted]] = await deps.db.read(clientId, [paymentRow(clientId, id), unprintedPaid(clientId, id)]);
  const status = attempt ? (STATUSES[attempt.status] ?? null) : null;
  return {
    results: {
      verified,
      status,
      payment: row?.payment ?? null,
      to_print: unprinted?.to_print ?? null,
    },
  };
}
