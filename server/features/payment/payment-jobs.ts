import type { Deps } from '#server/domain/deps.ts';
import { paysForEnded } from '#server/domain/ended-orders.store.ts';
import { CHECK_AFTER_S, type PaymentPlace, paymentChecks } from '#server/domain/payment-queues.ts';
import { numericId } from '#server/domain/resolve.ts';
import { ProviderTrouble } from '#server/integrations/payment/payment-provider.ts';
import { PENDING } from '#shared/rules/payments.ts';
import { cancelOpen } from './cancel-open.ts';
import { claimCheck, findPayment, ownerOf, type StoredPayment } from './payment.store.ts';
import { takeDown } from './read-payment.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How often the provider is asked about an open payment of which it tells nothing, and the longest wait as it ages. */
const EVERY = 10 * MINUTE;
const AT_LONGEST = DAY;

/** How long money may still come in, or go back, after the end: a coupon that was printed before is paid days later. */
const AFTER_THE_END = 30 * DAY;

/** How early a look may come: nodes' clocks differ, and the wait is counted by the database's. */
const EARLY = 30_000;

/**
 * Looks at a payment of which nothing may ever be told (readings C42): one that was never begun at the provider's is
 * cancelled, of any other the provider is asked. The next look is claimed and enqueued before, in one transaction, so
 * that a chain of looks neither breaks nor forks, whatever is killed in between.
 */
export async function checkPayment(deps: Deps, { clientId, id }: PaymentPlace): Promise<void> {
  const now = deps.clock();
  const payment = await deps.db.withClient(clientId, async (trx) => {
    const found = await findPayment(trx, clientId, id);
    if (!found) return null;
    const next = nextCheck(found, now);
    if (!(await claimCheck(trx, clientId, id, { due: new Date(now.getTime() + EARLY), next }))) return null;
    if (next) await deps.jobs.enqueue(trx, paymentChecks, { clientId, id }, (next.getTime() - now.getTime()) / 1000);
    return found;
  });
  if (!payment) return;
  if (payment.preference_id === null) return neverBegun(deps, { clientId, id }, payment, now);
  await withdrawPayment(deps, { clientId, id }).catch((error: unknown) => {
    if (!(error instanceof ProviderTrouble)) throw error;
    deps.log.warn({ clientId, payment: id, code: error.code }, 'the payment provider could not be asked');
  });
}

async function neverBegun(deps: Deps, { clientId, id }: PaymentPlace, { state, created_at }: StoredPayment, now: Date) {
  if (state !== PENDING || now.getTime() - created_at.getTime() < CHECK_AFTER_S * 1000 - EARLY) return;
  await deps.db.withClient(clientId, (trx) => cancelOpen(deps, trx, clientId, id));
  deps.log.warn({ clientId, payment: id }, 'a payment was never begun and is cancelled');
}

/** When to look again, ever more seldom; null when nothing is expected any more. */
function nextCheck({ state, preference_id, created_at, ended_at }: StoredPayment, now: Date): Date | null {
  if (state !== PENDING && preference_id === null) return null;
  const age = now.getTime() - (ended_at ?? created_at).getTime();
  if (ended_at && age > AFTER_THE_END) return null;
  return new Date(now.getTime() + Math.min(AT_LONGEST, Math.max(EVERY, age / (ended_at ? 2 : 10))));
}

/** Reads all attempts of a payment. @throws ProviderTrouble */
async function readByReference(deps: Deps, { clientId, id }: PaymentPlace): Promise<void> {
  const attempts = await deps.payments?.paymentsOf(String(id));
  if (attempts) await takeDown(deps, clientId, id, attempts);
}

/**
 * Reads all attempts of a payment, and cancels it if it is still open although one of its orders has ended (readings C51);
 * its other orders become payable again.
 *
 * @throws ProviderTrouble: it is tried again later
 */
export async function withdrawPayment(deps: Deps, { clientId, id }: PaymentPlace): Promise<void> {
  await readByReference(deps, { clientId, id });
  await deps.db.withClient(clientId, async (trx) => {
    if (!(await paysForEnded(trx, clientId, id))) return;
    await cancelOpen(deps, trx, clientId, id);
    deps.log.info({ clientId, payment: id }, 'a payment is cancelled because one of its orders has ended');
  });
}

/** Reads again what was told of. @throws ProviderTrouble: it is tried again later */
export async function readTold(deps: Deps, told: { attempt: string } | PaymentPlace): Promise<void> {
  if ('id' in told) return readByReference(deps, told);
  const attempt = await deps.payments?.payment(told.attempt);
  const id = attempt ? numericId(attempt.reference) : null;
  const clientId = id === null ? null : await deps.db.withoutClient((trx) => ownerOf(trx, id));
  if (!attempt || id === null || clientId === null) {
    deps.log.info({ attempt: told.attempt }, 'a payment was told of that is none of ours');
    return;
  }
  await takeDown(deps, clientId, id, [attempt]);
}

/** Ends the checkout of a payment that has ended: a checkout can be paid again and again. @throws ProviderTrouble: it is tried again later */
export async function endCheckoutOf(deps: Deps, { clientId, id }: PaymentPlace): Promise<void> {
  const payment = await deps.db.withClient(clientId, (trx) => findPayment(trx, clientId, id));
  if (payment && payment.state !== PENDING && payment.preference_id !== null)
    await deps.payments?.expire(payment.preference_id);
}
