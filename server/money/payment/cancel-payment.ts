import type { Deps } from '#server/integrations/deps.ts';
import { PaymentProviderError } from '#server/integrations/payment/payment-provider.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { parseRowId } from '#shared/kit/row-id.ts';
import { CONFIRMED, type PaymentStateId, PENDING } from '#shared/money/rules/payments.ts';
import { recordAttempts } from './attempt/record-attempts.ts';
import { cancelIfPending } from './cancel-pending-payment.ts';
import { findPayment } from './payment.store.ts';

const NO_ANSWER = 'Mercado Pago no respondió, así que el pago no se canceló. Probá de nuevo en unos minutos';
const APPROVED = 'No se puede cancelar: Mercado Pago ya aprobó el pago';

/**
 * Cancels an open payment (readings C25, C42). Reads the attempts from the provider first: an approved payment is
 * confirmed instead. Succeeds for a payment that is already cancelled, so that a double click shows no error.
 *
 * @throws Failure 404 if the client has no such payment, 422 if it is approved, 503 if the provider doesn't answer
 */
export async function cancelPayment(deps: Deps, { clientId }: Caller, text: string): Promise<{ message: string }> {
  const id = parseRowId(text);
  const payment = id === null ? null : await deps.db.withClient(clientId, (trx) => findPayment(trx, clientId, id));
  if (id === null || !payment) throw new Failure(404, messages.notFound);
  let state: PaymentStateId | null = payment.state;
  if (state === PENDING && payment.preference_id !== null) state = await reconcileWithProvider(deps, clientId, id);
  if (state === PENDING) {
    state = await deps.db.withClient(clientId, (trx) => cancelIfPending(deps, trx, { clientId, id, bySender: true }));
  }
  if (state === CONFIRMED) throw new Failure(422, APPROVED);
  return { message: `El pago ${id} ha sido cancelado con éxito` };
}

/** Reads the payment's attempts from the provider and returns the resulting state. */
async function reconcileWithProvider(deps: Deps, clientId: number, id: number): Promise<PaymentStateId | null> {
  try {
    const attempts = await deps.payments?.paymentsOf(String(id));
    return await recordAttempts(deps, clientId, id, attempts ?? []);
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    deps.log.warn({ clientId, payment: id, code: error.code }, 'the payment could not be read from the provider');
    throw new Failure(503, NO_ANSWER, [], { code: 'unavailable' });
  }
}
