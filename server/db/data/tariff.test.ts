import { expect, test } from 'vitest';
import { quote } from '#shared/money/rules/tariff.ts';
import { exampleTariff } from './tariff.ts';

const provinces = [...'CBKHUXWEPYLFMNQRAJDZSGVT'];

test('each of the 24 jurisdictions is in one zone', () => {
  expect(exampleTariff.zones.flatMap((zone) => zone.provinces).sort()).toEqual(provinces.sort());
});

test('in every zone the price rises with the weight, and the delivery window is valid', () => {
  for (const { brackets, extraKgCents, minDays, maxDays, name } of exampleTariff.zones) {
    for (const [index, bracket] of brackets.entries()) {
      const lighter = brackets[index - 1] ?? { upToGrams: 0, cents: 0 };
      expect(bracket.upToGrams, name).toBeGreaterThan(lighter.upToGrams);
      expect(bracket.cents, name).toBeGreaterThan(lighter.cents);
    }
    expect(extraKgCents, name).toBeGreaterThan(0);
    expect(maxDays, name).toBeGreaterThanOrEqual(minDays);
  }
});

test('two kilograms to Córdoba with a declared value of $ 50.000 cost $ 10.406', () => {
  const shipment = { heightCm: 10, widthCm: 20, lengthCm: 30, grams: 2000, declaredCents: 5_000_000 };
  // $ 8.000 and the minimum of $ 600; IVA 21 % of 8.600 is 1.806.
  expect(quote(exampleTariff, 'X', [shipment])).toMatchObject({
    shippingCents: 800_000,
    insuranceCents: 60_000,
    taxCents: 180_600,
    totalCents: 1_040_600,
    minDays: 2,
    maxDays: 5,
  });
});
