import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PRICE_TOO_LARGE } from '#shared/kit/amount.ts';
import { noPriceReason, type QuotedPackage, quote, type Tariff, zoneOf } from './tariff.ts';

/** Round prices for calculations by hand. */
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
const shipment = (grams: number, declaredCents = 0, [heightCm, widthCm, lengthCm] = [1, 1, 1]): QuotedPackage => ({
  grams,
  declaredCents,
  heightCm: heightCm ?? 1,
  widthCm: widthCm ?? 1,
  lengthCm: lengthCm ?? 1,
});
test('the quote names the charged weight of every package', () => {
  const result = quote(tariff, 'C', [shipment(900, 0, [10, 20, 30]), shipment(900, 0, [10, 10, 10])]);
  expect(result?.packages.map(({ billedGrams, by }) => ({ billedGrams, by }))).toEqual([
    { billedGrams: 1200, by: 'volumen' },
    { billedGrams: 900, by: 'peso' },
  ]);
});

test('the delivery days depend on the zone', () => {
  expect(quote(tariff, 'V', [shipment(1)])).toMatchObject({ minDays: 5, maxDays: 9 });
});

test('there is no price for a province without a zone in the tariff', () => {
  expect(quote(tariff, 'Q', [shipment(1)])).toBeNull();
  expect(zoneOf(tariff, 'c')).toBeNull();
});

/** Builds up to twenty packages of up to ten metres, from a seed. Faster than fast-check's generator. */
function basketOf(seed: number): QuotedPackage[] {
  let state = seed;
  const upTo = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 1 + (state % limit);
  };
  return Array.from({ length: upTo(20) }, () => ({
    heightCm: upTo(999),
    widthCm: upTo(999),
    lengthCm: upTo(999),
    grams: upTo(999_999),
    declaredCents: upTo(3) === 1 ? 0 : upTo(999_999_900),
  }));
}

test('the parts add up to the total to the cent in 100,000 baskets, and packages cost the same together as separately', () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom('C', 'V'), (seed, province) => {
      const packages = basketOf(seed);
      const result = quote(tariff, province, packages);
      if (!result) return false;
      const { shippingCents, insuranceCents, netCents, taxCents, totalCents } = result;
      const alone = packages.map((one) => quote(tariff, province, [one])?.totalCents ?? Number.NaN);
      return (
        [shippingCents, insuranceCents, netCents, taxCents, totalCents].every(Number.isSafeInteger) &&
        shippingCents + insuranceCents === netCents &&
        netCents + taxCents === totalCents &&
        alone.reduce((sum, cents) => sum + cents, 0) === totalCents
      );
    }),
    { numRuns: 100_000 },
  );
}, 60_000);

test('a price is exact or there is none, for every tariff and every shipment that a form accepts', () => {
  const cents = fc.oneof(fc.constant(999_999_900), fc.integer({ min: 0, max: 999_999_900 }));
  const side = fc.oneof(fc.constant(9999), fc.integer({ min: 1, max: 9999 }));
  const grams = fc.integer({ min: 1, max: 9_999_999 });
  const shipments = fc.array(
    fc.record({ heightCm: side, widthCm: side, lengthCm: side, grams, declaredCents: cents }),
    {
      minLength: 1,
      maxLength: 100,
    },
  );
  const halves = (limit: number) => fc.integer({ min: 0, max: 2 * limit }).map((half) => half / 2);
  const terms = fc.record({ bracket: cents, extraKgCents: cents, perMille: halves(1000), taxPercent: halves(100) });
  let priced = 0;
  let refused = 0;
  fc.assert(
    fc.property(terms, shipments, ({ bracket, extraKgCents, perMille, taxPercent }, packages) => {
      const zone = { name: 'Una', provinces: ['C'], minDays: 1, maxDays: 2, extraKgCents };
      const extreme: Tariff = {
        zones: [{ ...zone, brackets: [{ upToGrams: 1000, cents: bracket }] }],
        insurance: { perMille, minimumCents: 0 },
        taxPercent,
      };
      const result = quote(extreme, 'C', packages);
      if (!result) {
        refused++;
        expect(noPriceReason(extreme, 'C')).toEqual({ field: 'packages', message: PRICE_TOO_LARGE });
        return;
      }
      priced++;
      // In whole numbers of any size.
      const exact = packages.map((one) => {
        const billed = [one.grams, Math.ceil((one.heightCm * one.widthCm * one.lengthCm) / 5)];
        const kilograms = BigInt(Math.ceil((Math.max(...billed) - 1000) / 1000));
        const shipping = BigInt(bracket) + (kilograms > 0n ? kilograms * BigInt(extraKgCents) : 0n);
        const insurance = (2n * BigInt(one.declaredCents) * BigInt(2 * perMille) + 2000n) / 4000n;
        const net = shipping + insurance;
        return net + (2n * net * BigInt(2 * taxPercent) + 200n) / 400n;
      });
      expect(BigInt(result.totalCents)).toBe(exact.reduce((sum, one) => sum + one, 0n));
    }),
  );
  expect(Math.min(priced, refused)).toBeGreaterThan(0);
});

test('a heavier package never costs less', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_998 }), fc.constantFrom('C', 'V'), (grams, province) => {
      const [light, heavy] = [shipment(grams), shipment(grams + 1)].map(
        (one) => quote(tariff, province, [one])?.netCents,
      );
      expect(heavy).toBeGreaterThanOrEqual(light ?? Number.NaN);
    }),
  );
});
