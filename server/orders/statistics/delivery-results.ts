import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { addDays, daysBetween, localDay } from '#shared/kit/days.ts';
import type { QueryOf } from '#shared/kit/http/endpoint.ts';
import {
  type DeliveryFigures,
  type DeliveryResults,
  hasDeliveryFigures,
  type readDeliveryResults,
} from '#shared/orders/statistics.ts';
import { deliveryFailures, deliveryFigures, type FailuresRow, type FiguresRow } from './delivery-results.store.ts';
import { periodOf } from './period.ts';
import { provinceName } from './province-name.ts';

/**
 * Returns the delivery results of the shipments that a client created in a period, in total and by province, and the
 * same figures for the preceding period of equal length.
 *
 * @throws Failure 422 for a period of more than a year
 */
export async function deliveryResults(
  deps: Deps,
  { clientId }: Caller,
  { filter }: QueryOf<typeof readDeliveryResults>,
): Promise<DeliveryResults> {
  const { from, to } = periodOf(filter, localDay(deps.clock()));
  if (!hasDeliveryFigures({ from, to })) {
    throw refusedField('filter.from_date', 'Elegí un período de hasta un año');
  }
  const before = { from: addDays(from, -1 - daysBetween(from, to)), to: addDays(from, -1) };
  const periods = { before: before.from, from, to };
  const [rows, reasons] = await deps.db.readReplica(clientId, [
    deliveryFigures(clientId, periods),
    deliveryFailures(clientId, periods),
  ]);
  const figuresOf = (current: boolean, province: string | null): DeliveryFigures => {
    const isWanted = (row: FiguresRow | FailuresRow) => row.current === current && row.province === province;
    return toFigures(rows.find(isWanted), reasons.filter(isWanted));
  };
  const compared = (province: string | null) => ({ ...figuresOf(true, province), before: figuresOf(false, province) });
  const provinces = rows.filter((row) => row.current && row.province !== null);
  provinces.sort(
    (a, b) => b.ended - a.ended || provinceName(a.province ?? '').localeCompare(provinceName(b.province ?? '')),
  );
  return {
    before,
    total: compared(null),
    provinces: provinces.map(({ province }) => ({ name: provinceName(province ?? ''), ...compared(province) })),
  };
}

const NONE = { ended: 0, delivered: 0, promised: 0, on_time: 0, first_visit: 0, failed: 0, days: null };

function toFigures(row: FiguresRow | undefined, failures: readonly FailuresRow[]): DeliveryFigures {
  const { current: _, province: __, days, ...counts } = row ?? { ...NONE, current: true, province: null };
  const [median, p90] = days ?? [];
  return {
    ...counts,
    median_days: median ?? null,
    p90_days: p90 ?? null,
    failures: failures.map(({ failure, n }) => ({ reason: failure, total: n })),
  };
}
