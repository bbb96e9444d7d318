import type { Deps } from '#server/integrations/deps.ts';
import { orNotFound } from '#server/orders/domain/provider-decision.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import type { BodyOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { ATTENTION_NAMES, type closePaymentCase } from '#shared/money/staff-payments.ts';
import { lockPayment } from './payment.store.ts';
import { readPaymentCase, writeClosure } from './payment-closure.store.ts';
import { paymentById } from './payment-list.store.ts';

/**
 * Closes the review of a payment with a reason. The payment's state, its orders and what the reason blocks stay; another reason opens the
 * case again. Of two people the first wins.
 *
 * @throws Failure 404 without such a payment, 409 if there is nothing to review, or something else than the caller saw
 */
export function closePayment(
  { db, events, clock }: Pick<Deps, 'db' | 'events' | 'clock'>,
  { actor }: ProviderCaller,
  { clientId, id }: { clientId: number; id: number },
  { attention: seen, reason }: BodyOf<typeof closePaymentCase>,
): Promise<ReplyOf<typeof closePaymentCase>['results']> {
  return db.withClient(clientId, async (trx) => {
    orNotFound(await lockPayment(trx, clientId, id));
    const { attention, open, closed_by } = orNotFound(await readPaymentCase(trx, clientId, id));
    if (attention === null) throw new Failure(409, 'El pago no tiene nada para revisar');
    if (!open) throw new Failure(409, `El caso ya está cerrado: lo cerró ${closed_by}`);
    if (seen !== '' && seen !== attention)
      throw new Failure(409, `El motivo del caso cambió: ahora es '${ATTENTION_NAMES[attention]}'. Miralo de nuevo`);
    writeClosure(trx, clientId, id, { reason, by: actor.name, now: clock() });
    events.record(trx, clientId, 'payment.review_closed', { id, attention });
    return orNotFound(await paymentById(trx, clientId, id));
  });
}
