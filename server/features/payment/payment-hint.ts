import type { Deps } from '#server/domain/deps.ts';
import { type PaymentPlace, paymentReads } from '#server/domain/payment-queues.ts';
import { noteHint } from './payment.store.ts';

/** Between two questions that nobody has proved to be due, in ms (readings C42). */
const AT_MOST_EVERY = 60_000;

/** Has the provider asked about an open payment because somebody says so without proof: at most once a minute. */
export function readOnHint(deps: Deps, place: PaymentPlace): Promise<void> {
  const now = deps.clock();
  return deps.db.withClient(place.clientId, async (trx) => {
    const since = new Date(now.getTime() - AT_MOST_EVERY);
    if (await noteHint(trx, place.clientId, place.id, { now, since }))
      await deps.jobs.enqueue(trx, paymentReads, place);
  });
}
