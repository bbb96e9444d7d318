import { seededRandom } from '#server/demo/seed/seeded-random.ts';
import { localDay } from '#shared/kit/days.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { CANCELLED, CONFIRMED, type PaymentStateId, PENDING } from '#shared/money/rules/payments.ts';
import { isPrintedBySender, type PlannedOrder } from './planned-orders.ts';

/** A payment to seed, of one or several orders; times in ms. */
export interface PlannedMerchantOrder {
  id: number;
  state: PaymentStateId;
  begun: number;
  /** Time of confirmation or cancellation. */
  ended: number | null;
}

/** Most orders per payment. */
const MAX_ORDERS = 3;

const STATES = { open: PENDING, cancelled: CANCELLED, paid: CONFIRMED } as const;

/**
 * Plans the payments of an account's orders. Groups orders of one day into shared payments.
 *
 * @param first the account's first payment id
 * @returns the payments by order number
 */
export function plannedPayments(plans: readonly PlannedOrder[], first: number): Map<string, PlannedMerchantOrder> {
  const groups = new Map<string, PlannedOrder[]>();
  for (const plan of plans) {
    if (!plan.prepaid || plan.payment === 'none') continue;
    const day = `${plan.payment} ${localDay(new Date(plan.created))}`;
    // An order that is printed two hours after its creation is paid alone: a shared payment might be later.
    const open = isPrintedBySender(plan) ? undefined : [...groups.keys()].findLast((key) => key.startsWith(day));
    const group = open === undefined ? [] : (groups.get(open) ?? []);
    if (open !== undefined && group.length < MAX_ORDERS) group.push(plan);
    else groups.set(isPrintedBySender(plan) ? `alone ${plan.number}` : `${day} ${plan.number}`, [plan]);
  }
  const payments = [...groups.values()].map((orders, index): [PlannedOrder[], PlannedMerchantOrder] => {
    const [{ number, payment }] = orders as [PlannedOrder];
    const random = seededRandom(`payment ${number}`);
    const begun = Math.max(...orders.map(({ created }) => created)) + random.int(5, 15) * MINUTE_MS;
    const ended = payment === 'open' ? null : begun + random.int(5, 60) * MINUTE_MS;
    return [orders, { id: first + index, state: STATES[payment as keyof typeof STATES], begun, ended }];
  });
  return new Map(payments.flatMap(([orders, payment]) => orders.map(({ number }) => [number, payment] as const)));
}
