import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { localDay } from '#shared/kit/days.ts';
import type { QueryOf } from '#shared/kit/http/endpoint.ts';
import type { Statistics, shipmentTotals } from '#shared/orders/statistics.ts';
import { periodOf } from './period.ts';
import { provinceName } from './province-name.ts';
import { totalsByProvince } from './statistics.store.ts';

/**
 * Counts shipments by province and creation day (Buenos Aires), both days included; by default from the first of this
 * month to today (D1 §2, readings C44). The province with the most shipments comes first.
 */
export async function readShipmentTotals(
  deps: Deps,
  caller: Caller,
  { filter }: QueryOf<typeof shipmentTotals>,
): Promise<Statistics> {
  const { from, to } = periodOf(filter, localDay(deps.clock()));
  const [rows] = await deps.db.readReplica(caller.clientId, [totalsByProvince(caller.clientId, from, to)]);
  const shares = percentages(rows.map(({ n }) => n));
  return {
    total: rows.reduce((sum, { n }) => sum + n, 0),
    provinces_array: rows.map(({ province, n }, index) => ({
      name: provinceName(province),
      percentage: shares[index] ?? 0,
      total: n,
    })),
  };
}

/** Returns percentages with two decimals that add up to 100 (largest remainder method). */
export function percentages(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const exact = counts.map((count) => (count * 10_000) / total);
  const shares = exact.map(Math.floor);
  const left = 10_000 - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = exact.map((value, index) => ({ index, remainder: value % 1 }));
  byRemainder.sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return shares.map((share) => share / 100);
}
