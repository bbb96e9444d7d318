import { type Day, daysBetween } from '#shared/days.ts';

/** What sold in so many days, today included, says how fast a SKU sells. */
export const SALES_DAYS = 30;

/** A SKU that is new is judged by no fewer days: one good day is no rate. */
const MIN_SALES_DAYS = 7;

/** A SKU and what is known of how it sells. */
export interface StockSales {
  /** Units that new orders may take, by the last day on which they may; null for what doesn't expire. Expired ones are left out. */
  lots: readonly { expiry: Day | null; units: number }[];
  /** Units that were ordered of the warehouse within `SALES_DAYS`. */
  sold: number;
  /** The day on which its first units came. */
  since: Day;
}

export interface StockForecast {
  /** Whole days that the units last; null when nothing was sold, so that they last for ever. */
  days: number | null;
  /** Units that will expire before they sell; null for a SKU that is too new to say. */
  expiring: number | null;
}

/**
 * How long units last and how many of them will expire before they sell, if they go on selling as they did: the first to
 * expire first, as orders take them, until the end of each lot's last day.
 */
export function stockForecast({ lots, sold, since }: StockSales, today: Day): StockForecast {
  const units = lots.reduce((sum, lot) => sum + lot.units, 0);
  const known = Math.min(SALES_DAYS, daysBetween(since, today) + 1);
  if (units === 0) return { days: 0, expiring: 0 };
  if (sold === 0 && known < MIN_SALES_DAYS) return { days: null, expiring: null };
  const period = Math.max(MIN_SALES_DAYS, known);
  // Parts of units, `period` to each: `sold` of them go a day, so that nothing has to be rounded on the way.
  let parts = 0;
  for (const lot of lots.toSorted(compareExpiry)) {
    const until = lot.expiry === null ? Number.POSITIVE_INFINITY : (daysBetween(today, lot.expiry) + 1) * sold;
    parts += Math.max(0, Math.min(lot.units * period, until - parts));
  }
  return { days: sold === 0 ? null : Math.floor(parts / sold), expiring: units - Math.floor(parts / period) };
}

type Lot = StockSales['lots'][number];

/** Days compare as texts; what doesn't expire comes last. */
function compareExpiry(one: Lot, other: Lot): number {
  const [a, b] = [one.expiry ?? '9999-12-31', other.expiry ?? '9999-12-31'];
  return a === b ? 0 : a < b ? -1 : 1;
}
