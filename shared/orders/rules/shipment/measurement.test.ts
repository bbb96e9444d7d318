import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Tariff } from '#shared/money/rules/tariff.ts';
import { isDoubtfulMeasurement, type Measurement, measuredAdjustment, measuredText } from './measurement.ts';

const ZONE = { name: 'Sur', provinces: ['V'], minDays: 1, maxDays: 5, extraKgCents: 100_00 };
const BRACKETS = [
  { upToGrams: 1000, cents: 1000_00 },
  { upToGrams: 5000, cents: 2000_00 },
];
const tariff = (measuredTolerancePercent?: number | null): Tariff => ({
  zones: [{ ...ZONE, brackets: BRACKETS }],
  insurance: { perMille: 0, minimumCents: 0 },
  taxPercent: 21,
  ...(measuredTolerancePercent !== undefined && { measuredTolerancePercent }),
});
const DECLARED = { grams: 1000, lengthCm: 10, widthCm: 10, heightCm: 10, declaredCents: 0 };
const weighed = (grams: number): Measurement => ({ grams, lengthCm: null, widthCm: null, heightCm: null });

test.each([
  ['is not billed at the end of the tolerance', 10, weighed(1100), 0],
  ['is billed whole beyond it', 10, weighed(1101), 1210_00],
  ['is billed from the first gram without a tolerance', 0, weighed(1001), 1210_00],
  ['is not billed within a bracket, because the price is the same', 0, weighed(1000), 0],
  [
    'counts the volume, if it is the larger weight',
    10,
    { grams: 500, lengthCm: 30, widthCm: 20, heightCm: 10 },
    1210_00,
  ],
  ['counts started kilograms beyond the last bracket', 0, weighed(5001), 1331_00],
  ['is never a credit', 0, weighed(1), 0],
])('what was measured %s', (_, tolerance, measured, cents) => {
  expect(measuredAdjustment(tariff(tolerance), 'V', DECLARED, measured)).toBe(cents);
});

test('nothing is billed by a tariff without a tolerance, in a province without a price, or without a measurement', () => {
  for (const none of [undefined, null]) expect(measuredAdjustment(tariff(none), 'V', DECLARED, weighed(9000))).toBe(0);
  expect(measuredAdjustment(tariff(0), 'A', DECLARED, weighed(9000))).toBe(0);
  expect(measuredAdjustment(tariff(0), null, DECLARED, weighed(9000))).toBe(0);
  expect(measuredAdjustment(tariff(0), 'V', DECLARED, null)).toBe(0);
});

test('a measurement is described beside what was declared, as far as it goes', () => {
  expect(measuredText(DECLARED, weighed(3400))).toBe('declarado 1 kg, controlado 3,4 kg');
  expect(measuredText(DECLARED, { grams: 3400, lengthCm: 40, widthCm: 30, heightCm: 20 })).toBe(
    'declarado 10 × 10 × 10 cm, 1 kg, controlado 40 × 30 × 20 cm, 3,4 kg',
  );
});

describe('a measurement waits for a person', () => {
  const declared = { lengthCm: 30, widthCm: 20, heightCm: 10, grams: 900 };
  const doubtful = (measured: Partial<Measurement>, of = declared) =>
    isDoubtfulMeasurement(of, { grams: 900, lengthCm: null, widthCm: null, heightCm: null, ...measured });

  test('if a size is more than four times the declared one and 30 cm', () => {
    // 4 × 30 + 30 and 4 × 10 + 30 cm. The shipment may lie another way.
    expect(doubtful({ lengthCm: 150, widthCm: 10, heightCm: 10 })).toBe(false);
    expect(doubtful({ lengthCm: 151, widthCm: 10, heightCm: 10 })).toBe(true);
    expect(doubtful({ lengthCm: 1, widthCm: 10, heightCm: 151 })).toBe(true);
  });

  test('if the billed weight is more than four times the declared one and 2.5 kg', () => {
    // 1,200 g were billed by volume.
    expect(doubtful({ grams: 7300 })).toBe(false);
    expect(doubtful({ grams: 7301 })).toBe(true);
  });

  test('but not because a tiny shipment was declared roughly', () => {
    const tiny = { lengthCm: 1, widthCm: 1, heightCm: 1, grams: 1 };
    expect(doubtful({ grams: 2000, lengthCm: 30, widthCm: 20, heightCm: 15 }, tiny)).toBe(false);
  });

  test('whenever millimetres were sent as centimetres, of every shipment that is charged by its size', () => {
    const side = fc.integer({ min: 8, max: 200 });
    fc.assert(
      fc.property(fc.tuple(side, side, side), ([lengthCm, widthCm, heightCm]) => {
        const of = { lengthCm, widthCm, heightCm, grams: 100 };
        expect(doubtful({ lengthCm: lengthCm * 10, widthCm: widthCm * 10, heightCm: heightCm * 10 }, of)).toBe(true);
      }),
    );
  });
});
