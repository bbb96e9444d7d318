import { parseWireDate } from '#shared/kit/wire-date.ts';
import type { StateHistory } from '#shared/orders/shipments.ts';

/** A line of 'Historial de estados'. */
export interface HistoryLine {
  key: string;
  /** dd/mm/yyyy hh:mm, as received. */
  since: string;
  /** ms since 1970; null for an invalid date. */
  ms: number | null;
  state: string;
  reason: string;
  /** When the provider corrected the state, dd/mm/yyyy hh:mm; null for a state that is right. */
  corrected: string | null;
}

/**
 * Returns the states of one shipment, newest first. `steps` arrive oldest first: reversed before the stable sort, states of the
 * same minute are newest first too.
 */
export function shipmentHistory(history: StateHistory | null | undefined, label: string): HistoryLine[] {
  const steps = history?.shippings?.find(({ shipment_id }) => shipment_id === label)?.steps ?? [];
  return steps
    .flatMap(({ states }) => states ?? [])
    .map(({ desde, state, reason, corrected }, index) => ({
      key: `${index} ${desde} ${state}`,
      since: desde,
      ms: parseWireDate(desde)?.ms ?? null,
      state,
      reason: reason?.description ?? '',
      corrected: corrected ?? null,
    }))
    .reverse()
    .sort((a, b) => (b.ms ?? 0) - (a.ms ?? 0));
}
