import { describe, expect, test } from 'vitest';
import { addDays } from '#shared/kit/days.ts';
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
    ['has no days of cover without units', [], 0, 0],
    ['has a day for each unit that doesn’t expire', [lot(10)], 10, 0],
    ['sells a lot completely if it is sold out on its last day', [lot(10, 10)], 10, 0],
    ['leaves one unit if the lot expires a day earlier', [lot(10, 9)], 9, 1],
    ['sells one unit of a lot that expires today', [lot(10, 1)], 1, 9],
    ['sells the second lot once the first is sold out', [lot(5, 5), lot(5, 10)], 10, 0],
    ['doesn’t sell the second lot before the first', [lot(5, 30), lot(10, 40)], 15, 0],
    ['doesn’t count expired units of the first lot', [lot(20, 5), lot(5, 10)], 10, 15],
    ['sells the lot that expires first, in any order of the lots', [lot(9), lot(20, 5), lot(5, 10)], 19, 15],
  ])('%s', (_what, lots, days, expiring) => {
    expect(outlook(30, lots)).toEqual([days, expiring]);
  });
});

test.each([
  ['half a unit a day lets half of the units expire', 15, [lot(10, 10)], 10, 5],
  ['a third of a unit a day sells whole units only', 10, [lot(10, 10)], 10, 7],
  ['three units a day sell the rest on the last day', 90, [lot(10)], 3, 0],
  ['one unit a month is sold on its last day', 1, [lot(1, 30)], 30, 0],
  ['one unit a month expires a day before it is sold', 1, [lot(1, 29)], 29, 1],
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
