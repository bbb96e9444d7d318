import type { Day } from '#shared/kit/days.ts';
import { isCollected } from '#shared/orders/rules/shipment/collection.ts';
import { type NonDeliveryReason, nonDeliveryReason } from '#shared/orders/rules/shipment/non-delivery-reasons.ts';
import { isDelivered, type ShipmentStateCode, shipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';
import { type Calendar, workingDaysBetween } from '#shared/provider/rules/working-days.ts';

/**
 * Results that a list can be filtered by: ended; delivered; within the first promise, or not; delivered without a failed visit; with a
 * failed visit.
 */
export const RESULT_FILTERS = ['terminado', 'entregado', 'a_tiempo', 'tarde', 'primera_visita', 'con_falla'] as const;

export type ResultFilter = (typeof RESULT_FILTERS)[number];

/** An entry of a history: its local day, and the provider's reason of a failure. */
export interface DatedState {
  code: ShipmentStateCode | null;
  day: Day;
  reason: string | null;
}

/** How the delivery of a shipment went. */
export interface DeliveryResult {
  /** Null while the shipment is on its way. */
  ended: 'delivered' | 'undelivered' | null;
  /** Whether it was delivered within its first promise; null without a promise, and if the sender asked the shipment back. */
  on_time: boolean | null;
  failed_visits: number;
  /** Reason of the last failed visit. */
  failure: NonDeliveryReason | null;
  /** Working days from collection to delivery; null unless both are known. */
  transit_days: number | null;
}

const FAILED_VISITS: ReadonlySet<ShipmentStateCode | null> = new Set(['no_entregado', 'rechazado']);
/** The shipment never left its sender. */
const NEVER_SENT: ReadonlySet<ShipmentStateCode> = new Set(['cancelado', 'expirado']);

/** Returns whether an entry with this state may change the result of a delivery. */
export function changesResult(code: ShipmentStateCode | null): boolean {
  return FAILED_VISITS.has(code) || isEnd(code);
}

function isEnd(code: ShipmentStateCode | null): boolean {
  return code !== null && shipmentState(code).final && !NEVER_SENT.has(code);
}

/** What the result of a delivery follows from besides its history. */
interface ResultFacts {
  promisedMax: Day | null;
  /** Whether its sender asked it back. */
  returnRequested: boolean;
  calendar: Calendar;
}

/**
 * Returns how a delivery went by its whole history, oldest entry first, without superseded entries; null before its first failed
 * visit or its end.
 *
 * @param facts.promisedMax last day of the first promise; null without one
 */
export function deliveryResult(
  history: readonly DatedState[],
  { promisedMax, returnRequested, calendar }: ResultFacts,
): DeliveryResult | null {
  const last = history.at(-1);
  const failures = history.filter(
    // On its way back, a failed visit is one at the sender's.
    ({ code }, index) => FAILED_VISITS.has(code) && history[index - 1]?.code !== 'transito_remitente',
  );
  const end = last && isEnd(last.code) ? last : null;
  if (!end && failures.length === 0) return null;
  const delivered = end !== null && isDelivered(end.code);
  const isOnTime = (day: Day) => {
    if (promisedMax === null || (!delivered && returnRequested)) return null;
    return delivered && day <= promisedMax;
  };
  const collected = history.find(({ code }) => isCollected([code]));
  return {
    ended: end && (delivered ? 'delivered' : 'undelivered'),
    on_time: end && isOnTime(end.day),
    failed_visits: failures.length,
    failure: failures.length === 0 ? null : (nonDeliveryReason(failures.at(-1)?.reason ?? null) ?? 'Otros'),
    transit_days:
      delivered && collected && collected !== end ? workingDaysBetween(collected.day, end.day, calendar) : null,
  };
}
