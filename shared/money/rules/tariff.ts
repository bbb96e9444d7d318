import { isPrice, PRICE_TOO_LARGE } from '#shared/kit/amount.ts';
import { type BilledWeight, billedWeight, type Package } from './volumetric-weight.ts';

/** Price of every package up to a weight in whole grams, inclusive. */
export type TariffBracket = { upToGrams: number; cents: number };

export type TariffZone = {
  name: string;
  /** Letters of the zone's provinces (ISO 3166-2:AR without 'AR-'). */
  provinces: readonly string[];
  /** By rising weight. */
  brackets: readonly TariffBracket[];
  /** For each started kilogram beyond the last bracket. */
  extraKgCents: number;
  /** Working days from collection to delivery. */
  minDays: number;
  maxDays: number;
};

/** The provider's prices, without tax, in integer cents. */
export type Tariff = {
  zones: readonly TariffZone[];
  insurance: { perMille: number; minimumCents: number };
  /** IVA in per cent. */
  taxPercent: number;
  /**
   * By how much, in per cent, the weight that was measured may exceed the declared one before the difference is billed. Missing or null if it
   * never is.
   */
  measuredTolerancePercent?: number | null;
};

/** A package with its insured value in cents; 0 means no insurance. */
export type QuotedPackage = Package & { declaredCents: number };

export type Price = {
  shippingCents: number;
  insuranceCents: number;
  netCents: number;
  taxCents: number;
  totalCents: number;
};

export type Quote = Price & { packages: (Price & BilledWeight)[]; minDays: number; maxDays: number };

/** Returns the zone of a province by its letter; null when the tariff doesn't include the province. */
export function zoneOf(tariff: Tariff, province: string): TariffZone | null {
  return tariff.zones.find((zone) => zone.provinces.includes(province)) ?? null;
}

/** Says why `quote` has no price in a province, and which of the two inputs is wrong. */
export function noPriceReason(tariff: Tariff, province: string): { field: 'province' | 'packages'; message: string } {
  return zoneOf(tariff, province)
    ? { field: 'packages', message: PRICE_TOO_LARGE }
    : { field: 'province', message: 'No llegamos a esa provincia' };
}

/**
 * Calculates the cost of sending packages to a province; null when the tariff doesn't include the province, and for shipments whose price
 * is too large to be exact (`isPrice`): `noPriceReason` returns which. Each
 * package is priced separately by the larger of its weights, with its insurance and IVA rounded half up to the cent.
 * Totals are sums, so a shipment costs the same alone, in an order and in the calculator.
 */
export function quote(tariff: Tariff, province: string, packages: readonly QuotedPackage[]): Quote | null {
  const zone = zoneOf(tariff, province);
  if (!zone) return null;
  const priced = packages.map((shipment) => {
    const weight = billedWeight(shipment);
    return { ...price(tariff, zone, weight.billedGrams, shipment.declaredCents), ...weight };
  });
  const sum = (part: keyof Price) => priced.reduce((total, shipment) => total + shipment[part], 0);
  if (!priced.every(({ totalCents }) => isPrice(totalCents)) || !isPrice(sum('totalCents'))) return null;
  return {
    shippingCents: sum('shippingCents'),
    insuranceCents: sum('insuranceCents'),
    netCents: sum('netCents'),
    taxCents: sum('taxCents'),
    totalCents: sum('totalCents'),
    packages: priced,
    minDays: zone.minDays,
    maxDays: zone.maxDays,
  };
}

function price(tariff: Tariff, zone: TariffZone, grams: number, declaredCents: number): Price {
  const shippingCents = shipping(zone, grams);
  const insuranceCents = insurance(tariff, declaredCents);
  const netCents = shippingCents + insuranceCents;
  const taxCents = roundHalfUp(netCents * tariff.taxPercent, 100);
  return { shippingCents, insuranceCents, netCents, taxCents, totalCents: netCents + taxCents };
}

function shipping(zone: TariffZone, grams: number): number {
  const bracket = zone.brackets.find(({ upToGrams }) => grams <= upToGrams);
  if (bracket) return bracket.cents;
  const last = zone.brackets.at(-1) ?? { upToGrams: 0, cents: 0 };
  return last.cents + Math.ceil((grams - last.upToGrams) / 1000) * zone.extraKgCents;
}

function insurance({ insurance: { perMille, minimumCents } }: Tariff, declaredCents: number): number {
  return declaredCents > 0 ? Math.max(roundHalfUp(declaredCents * perMille, 1000), minimumCents) : 0;
}

/** Rounds half up as floor(x + ½), in whole numbers as far as possible. Amounts are never negative. */
function roundHalfUp(amount: number, divisor: number): number {
  return Math.floor((2 * amount + divisor) / (2 * divisor));
}
