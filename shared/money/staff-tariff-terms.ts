import type { Tariff } from './rules/tariff.ts';
import type { TariffForm } from './staff-tariffs.ts';

/** Returns the terms of a tariff as the provider sends it, in cents and grams. */
export function toTariff({ zones, insurance, tax_percent, measured_tolerance_percent }: TariffForm): Tariff {
  return {
    zones: zones.map(({ name, provinces, brackets, extra_kg_price, min_days, max_days }) => ({
      name,
      provinces,
      brackets: brackets.map(({ up_to_weight, price }) => ({ upToGrams: up_to_weight, cents: price })),
      extraKgCents: extra_kg_price,
      minDays: min_days,
      maxDays: max_days,
    })),
    insurance: { perMille: insurance.per_mille, minimumCents: insurance.minimum },
    taxPercent: tax_percent,
    measuredTolerancePercent: measured_tolerance_percent,
  };
}
