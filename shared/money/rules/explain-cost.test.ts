import { expect, test } from 'vitest';
import { type AddressChange, explainCost } from './explain-cost.ts';
import type { Tariff } from './tariff.ts';

const zone = (name: string, province: string, cents: number) => ({
  name,
  provinces: [province],
  brackets: [{ upToGrams: 1000, cents }],
  extraKgCents: 100,
  minDays: 1,
  maxDays: 2,
});

const tariff: Tariff = {
  zones: [zone('Cerca', 'C', 1000), zone('Media', 'X', 2000), zone('Lejos', 'V', 5000)],
  insurance: { perMille: 8, minimumCents: 0 },
  taxPercent: 0,
};
const shipment = { heightCm: 1, widthCm: 1, lengthCm: 1, grams: 500, declaredCents: 0 };

let ids = 0;
const change = (from: string, to: string, more: Partial<AddressChange> = {}): AddressChange => ({
  id: ++ids,
  from,
  to,
  byProvider: true,
  repriced: true,
  ...more,
});
const cost = (frozenCents: number, adjustmentCents: number, province: string | null) => ({
  shipment,
  frozenCents,
  adjustmentCents,
  province,
});
const zoneOfCost = (...args: Parameters<typeof explainCost>) => explainCost(...args).parts?.zone.name;

test('a cost without changes is that of the province', () => {
  expect(explainCost(tariff, cost(2000, 0, 'X'), [])).toMatchObject({
    parts: {
      shippingCents: 2000,
      insuranceCents: 0,
      taxCents: 0,
      billedGrams: 500,
      by: 'peso',
      zone: { name: 'Media' },
    },
    adjustments: [],
  });
});

test('a cost that the tariff doesn’t result in, or without a province, has no parts', () => {
  expect(explainCost(tariff, cost(2001, 0, 'X'), []).parts).toBeNull();
  expect(explainCost(tariff, cost(2000, 0, null), []).parts).toBeNull();
});

test('after a change at once the cost is that of its province', () => {
  const atOnce = change('C', 'X', { byProvider: false });
  expect(zoneOfCost(tariff, cost(2000, 0, 'X'), [atOnce])).toBe('Media');
});

test('a shipment that had ended before a change at once keeps the cost of the province before it', () => {
  const atOnce = change('C', 'X', { byProvider: false });
  expect(zoneOfCost(tariff, cost(1000, 0, 'C'), [atOnce])).toBe('Cerca');
});

test('a cheaper province after the collection keeps the frozen cost', () => {
  const cheaper = change('V', 'C', { repriced: false });
  expect(explainCost(tariff, cost(5000, 0, 'C'), [cheaper])).toMatchObject({
    parts: { zone: { name: 'Lejos' } },
    adjustments: [],
  });
});

test('an adjustment is that of the only change that the provider approved', () => {
  const approved = change('C', 'X');
  expect(explainCost(tariff, cost(1000, 1000, 'X'), [approved])).toMatchObject({
    parts: { zone: { name: 'Cerca' } },
    adjustments: [{ change: approved, cents: 1000 }],
  });
});

test('several adjustments add up; the amounts are unknown if the tariff doesn’t result in them', () => {
  const [first, second] = [change('C', 'X'), change('X', 'V')];
  const amounts = (adjustmentCents: number) =>
    explainCost(tariff, cost(1000, adjustmentCents, 'V'), [first, second]).adjustments.map(({ cents }) => cents);
  expect(amounts(4000)).toEqual([1000, 3000]);
  expect(amounts(3999)).toEqual([null, null]);
});

test('a shipment without an adjustment takes part in none', () => {
  expect(explainCost(tariff, cost(1000, 0, 'X'), [change('C', 'X')]).adjustments).toEqual([]);
});
