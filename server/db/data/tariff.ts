import type { Tariff, TariffBracket } from '#shared/money/rules/tariff.ts';

const UP_TO_GRAMS = [500, 1000, 2000, 3000, 5000, 10_000, 15_000, 20_000, 25_000];

/** Builds the brackets of a zone. @param pesos prices in whole pesos, one for each weight of UP_TO_GRAMS */
function brackets(...pesos: number[]): TariffBracket[] {
  return UP_TO_GRAMS.map((upToGrams, index) => ({ upToGrams, cents: (pesos[index] ?? 0) * 100 }));
}

/**
 * Example tariff: seven zones by distance from Buenos Aires, prices in pesos of 2026 without IVA. The provider replaces it.
 */
export const exampleTariff: Tariff = {
  zones: [
    {
      name: 'Ciudad de Buenos Aires',
      provinces: ['C'],
      brackets: brackets(4200, 4700, 5300, 5900, 6900, 9400, 12_300, 15_200, 18_100),
      extraKgCents: 580_00,
      minDays: 1,
      maxDays: 2,
    },
    {
      name: 'Provincia de Buenos Aires',
      provinces: ['B'],
      brackets: brackets(5400, 6000, 6800, 7600, 9000, 12_400, 16_300, 20_200, 24_100),
      extraKgCents: 790_00,
      minDays: 1,
      maxDays: 4,
    },
    {
      name: 'Centro',
      provinces: ['S', 'E', 'X', 'L'],
      brackets: brackets(6300, 7000, 8000, 9000, 10_800, 15_300, 20_400, 25_500, 30_600),
      extraKgCents: 1040_00,
      minDays: 2,
      maxDays: 5,
    },
    {
      name: 'Cuyo y Litoral',
      provinces: ['M', 'D', 'J', 'F', 'W', 'N', 'H', 'P'],
      brackets: brackets(7400, 8300, 9500, 10_700, 12_900, 18_600, 25_100, 31_600, 38_100),
      extraKgCents: 1320_00,
      minDays: 3,
      maxDays: 6,
    },
    {
      name: 'Noroeste',
      provinces: ['T', 'G', 'K', 'A', 'Y'],
      brackets: brackets(7900, 8900, 10_300, 11_700, 14_200, 20_700, 28_200, 35_700, 43_200),
      extraKgCents: 1520_00,
      minDays: 3,
      maxDays: 7,
    },
    {
      name: 'Patagonia Norte',
      provinces: ['Q', 'R', 'U'],
      brackets: brackets(8400, 9500, 11_000, 12_500, 15_300, 22_500, 30_800, 39_100, 47_400),
      extraKgCents: 1690_00,
      minDays: 3,
      maxDays: 8,
    },
    {
      name: 'Patagonia Austral',
      provinces: ['Z', 'V'],
      brackets: brackets(10_600, 12_100, 14_200, 16_300, 20_200, 30_300, 42_000, 53_700, 65_400),
      extraKgCents: 2380_00,
      minDays: 5,
      maxDays: 10,
    },
  ],
  insurance: { perMille: 10, minimumCents: 600_00 },
  taxPercent: 21,
};
