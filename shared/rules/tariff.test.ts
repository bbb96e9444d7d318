import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type QuotedPackage, quote, type Tariff, zoneOf } from './tariff.ts';

/** Round prices that can be worked out by hand. */
const tariff: Tariff = {
  zones: [
    {
      name: 'Cerca',
      provinces: ['C', 'B'],
      brackets: [
        { upToGrams: 1000, cents: 500_000 },
        { upToGrams: 5000, cents: 800_050 },
      ],
      extraKgCents: 100_001,
      minDays: 1,
      maxDays: 3,
    },
    {
      name: 'Lejos',
      provinces: ['V'],
      brackets: [{ upToGrams: 1000, cents: 1_500_000 }],
      extraKgCents: 300_000,
      minDays: 5,
      maxDays: 9,
    },
  ],
  insurance: { perMille: 8, minimumCents: 40_000 },
  taxPercent: 21,
};
const parcel = (grams: number, declaredCents = 0, [heightCm, widthCm, lengthCm] = [1, 1, 1]): QuotedPackage => ({
  ...{ grams, declaredCents },
  ...{ heightCm: heightCm ?? 1, widthCm: widthCm ?? 1, lengthCm: lengthCm ?? 1 },
});
const parts = (province: string, ...packages: QuotedPackage[]) => {
  const result = quote(tariff, province, packages);
  return result && [result.shippingCents, result.insuranceCents, result.taxCents, result.totalCents];
};

describe('worked out by hand: shipping, insurance, IVA, total in cents', () => {
  test.each<[string, string, QuotedPackage, number[]]>([
    ['the first gram', 'C', parcel(1), [500_000, 0, 105_000, 605_000]],
    ['the last gram of a bracket', 'B', parcel(1000), [500_000, 0, 105_000, 605_000]],
    // 800,050 × 21 % = 168,010.5, half up.
    ['the first gram of the next', 'B', parcel(1001), [800_050, 0, 168_011, 968_061]],
    ['the last gram of the last', 'C', parcel(5000), [800_050, 0, 168_011, 968_061]],
    // 900,051 × 21 % = 189,010.71.
    ['a gram beyond it is a kilogram begun', 'C', parcel(5001), [900_051, 0, 189_011, 1_089_062]],
    ['a whole kilogram beyond it is one', 'C', parcel(6000), [900_051, 0, 189_011, 1_089_062]],
    ['a kilogram and a gram beyond it are two', 'C', parcel(6001), [1_000_052, 0, 210_011, 1_210_063]],
    ['another zone has its own prices', 'V', parcel(1000), [1_500_000, 0, 315_000, 1_815_000]],
    ['volume charged as weight', 'C', parcel(900, 0, [10, 20, 30]), [800_050, 0, 168_011, 968_061]],
    ['volume equal to a bracket stays in it', 'C', parcel(900, 0, [10, 10, 50]), [500_000, 0, 105_000, 605_000]],
    ['one cubic cm more leaves it', 'C', parcel(900, 0, [1, 1, 5001]), [800_050, 0, 168_011, 968_061]],
    ['the smallest value pays the minimum', 'C', parcel(1, 1), [500_000, 40_000, 113_400, 653_400]],
    ['the minimum up to the value that earns it', 'C', parcel(1, 5_000_000), [500_000, 40_000, 113_400, 653_400]],
    // 5,000,063 × 8 ‰ = 40,000.504 → 40,001; 540,001 × 21 % = 113,400.21.
    ['beyond it the share, half up', 'C', parcel(1, 5_000_063), [500_000, 40_001, 113_400, 653_401]],
    ['the share of a large value', 'C', parcel(1, 999_999_900), [500_000, 7_999_999, 1_785_000, 10_284_999]],
  ])('%s', (_, province, one, expected) => {
    expect(parts(province, one)).toEqual(expected);
  });
});

test('the quote says for every package which weight was charged', () => {
  const result = quote(tariff, 'C', [parcel(900, 0, [10, 20, 30]), parcel(900, 0, [10, 10, 10])]);
  expect(result?.packages.map(({ billedGrams, by }) => ({ billedGrams, by }))).toEqual([
    { billedGrams: 1200, by: 'volumen' },
    { billedGrams: 900, by: 'peso' },
  ]);
});

test('the zone gives the delivery days', () => {
  expect(quote(tariff, 'V', [parcel(1)])).toMatchObject({ minDays: 5, maxDays: 9 });
});

test('there is no price for a province that the tariff does not name', () => {
  expect(quote(tariff, 'Q', [parcel(1)])).toBeNull();
  expect(zoneOf(tariff, 'c')).toBeNull();
});

const baskets = fc.array(
  fc.record<QuotedPackage>({
    heightCm: fc.integer({ min: 1, max: 9999 }),
    widthCm: fc.integer({ min: 1, max: 9999 }),
    lengthCm: fc.integer({ min: 1, max: 9999 }),
    grams: fc.integer({ min: 1, max: 999_999 }),
    declaredCents: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 999_999_900 })),
  }),
  { minLength: 1, maxLength: 20 },
);

test('the parts make the total to the cent, and packages cost together what they cost alone', () => {
  fc.assert(
    fc.property(baskets, fc.constantFrom('C', 'V'), (packages, province) => {
      const result = quote(tariff, province, packages);
      if (!result) throw new Error('no price');
      expect(Object.values(result).flat().filter(Number.isFinite).every(Number.isSafeInteger)).toBe(true);
      expect(result.shippingCents + result.insuranceCents).toBe(result.netCents);
      expect(result.netCents + result.taxCents).toBe(result.totalCents);
      const alone = packages.map((one) => quote(tariff, province, [one])?.totalCents ?? 0);
      expect(alone.reduce((sum, cents) => sum + cents, 0)).toBe(result.totalCents);
    }),
    { numRuns: 1000 },
  );
});

test('a package never costs less for weighing more', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_998 }), fc.constantFrom('C', 'V'), (grams, province) => {
      const [light, heavy] = [parcel(grams), parcel(grams + 1)].map((one) => quote(tariff, province, [one])?.netCents);
      expect(heavy).toBeGreaterThanOrEqual(light ?? Number.NaN);
    }),
  );
});
