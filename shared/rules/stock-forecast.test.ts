import { describe, expect, test } from 'vitest';
import { addDays } from '#shared/days.ts';
import { type StockSales, stockForecast } from './stock-forecast.ts';

const TODAY = '2026-03-10';

/** Builds a lot with a number of units that stays good for a number of days, today included. */
const lot = (units: number, days: number | null = null) => ({
  units,
  expiry: days === null ? null : addDays(TODAY, days - 1),
});

const outlook = (sold: number, lots: StockSales['lots'], knownDays = 400) => {
  const { days, expiring } = stockForecast({ lots, sold, since: addDays(TODAY, 1 - knownDays) }, TODAY);
  return [days, expiring];
};

describe('a SKU that sells one unit a day', () => {
  test.each<[string, StockSales['lots'], number, number]>([
    ['nothing', [], 0, 0],
    ['what doesn’t expire lasts as many days as it has units', [lot(10)], 10, 0],
    ['a lot whose last day is the one on which it ends', [lot(10, 10)], 10, 0],
    ['a lot whose last day is a day earlier', [lot(10, 9)], 9, 1],
    ['a lot whose last day is today', [lot(10, 1)], 1, 9],
    ['the second lot begins when the first one is gone', [lot(5, 5), lot(5, 10)], 10, 0],
    ['the second lot waits for the first one', [lot(5, 30), lot(10, 40)], 15, 0],
    ['expiring units of the first lot don’t count', [lot(20, 5), lot(5, 10)], 10, 15],
    ['the first to expire first, in any order of the lots', [lot(9), lot(20, 5), lot(5, 10)], 19, 15],
  ])('%s', (_what, lots, days, expiring) => {
    expect(outlook(30, lots)).toEqual([days, expiring]);
  });
});

test.each([
  ['half a unit a day', 15, [lot(10, 10)], 10, 5],
  ['a third of a unit a day counts the whole units', 10, [lot(10, 10)], 10, 7],
  ['three units a day, of which the last day sells what is left', 90, [lot(10)], 3, 0],
  ['a unit a month, which is gone before it expires', 1, [lot(1, 30)], 30, 0],
  ['a unit a month, which expires a day too early', 1, [lot(1, 29)], 29, 1],
] as const)('%s', (_what, sold, lots, days, expiring) => {
  expect(outlook(sold, lots)).toEqual([days, expiring]);
});

test('units of a SKU without sales remain until they expire', () => {
  expect(outlook(0, [lot(5), lot(7, 300)])).toEqual([null, 7]);
});

test('the forecast counts the days since a SKU’s first receipt, at least a week', () => {
  expect(outlook(10, [lot(10)], 10)).toEqual([10, 0]);
  expect(outlook(7, [lot(10)], 1)).toEqual([10, 0]);
  expect(outlook(0, [lot(10, 5)], 6)).toEqual([null, null]);
  expect(outlook(0, [lot(10, 5)], 7)).toEqual([null, 10]);
});
