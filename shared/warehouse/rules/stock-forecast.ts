import { type Day, daysBetween } from '#shared/kit/days.ts';

/** Number of days, today included, whose sales give the rate of a SKU. */
export const SALES_DAYS = 30;

/** Minimum number of days for the rate of a new SKU: one good day gives no rate. */
const MIN_SALES_DAYS = 7;

/** Stock and sales of a SKU. */
export interface StockSales {
  /**
   * Units that new orders may take, with the last day of their lot; null for units that don't expire. Excludes expired
   * units.
   */
  lots: readonly { expiry: Day | null; units: number }[];
  /** Units that orders requested from the warehouse within `SALES_DAYS`. */
  sold: number;
  /** Day of the SKU's first receipt. */
  since: Day;
}

export interface StockForecast {
  /** Whole days that the units last; null without sales. */
  days: number | null;
  /** Units that will expire before they are sold; null for a SKU that is too new for a forecast. */
  expiring: number | null;
}

/**
 * Estimates how long the units of a SKU last and how many of them expire unsold, at the rate of past sales. Orders take
 * the units that expire first, until the end of a lot's last day.
 */
export function stockForecast({ lots, sold, since }: StockSales, today: Day): StockForecast {
  const units = lots.reduce((sum, lot) => sum + lot.units, 0);
  const known = Math.min(SALES_DAYS, daysBetween(since, today) + 1);
  if (units === 0) return { days: 0, expiring: 0 };
  if (sold === 0 && known < MIN_SALES_DAYS) return { days: null, expiring: null };
  const period = Math.max(MIN_SALES_DAYS, known);
  // Counts in fractions of 1/`period` of a unit, of which `sold` are used a day, so that nothing is rounded on the way.
  let parts = 0;
  for (const lot of lots.toSorted(compareExpiry)) {
    const until = lot.expiry === null ? Number.POSITIVE_INFINITY : (daysBetween(today, lot.expiry) + 1) * sold;
    parts += Math.max(0, Math.min(lot.units * period, until - parts));
  }
  return { days: sold === 0 ? null : Math.floor(parts / sold), expiring: units - Math.floor(parts / period) };
}

type Lot = StockSales['lots'][number];

/** Compares days as texts; units that don't expire come last. */
function compareExpiry(one: Lot, other: Lot): number {
  const [a, b] = [one.expiry ?? '9999-12-31', other.expiry ?? '9999-12-31'];
  return a === b ? 0 : a < b ? -1 : 1;
}
