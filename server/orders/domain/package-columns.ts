import type { QuotedPackage } from '#shared/money/rules/tariff.ts';

/** Columns of a shipment that its price depends on: cm, grams and cents. */
export interface PackageColumns {
  height_cm: number;
  width_cm: number;
  length_cm: number;
  weight_g: number;
  value_cents: number;
}

/** Returns a stored shipment as the tariff prices it. */
export const toPackage = (row: PackageColumns): QuotedPackage => ({
  heightCm: row.height_cm,
  widthCm: row.width_cm,
  lengthCm: row.length_cm,
  grams: row.weight_g,
  declaredCents: row.value_cents,
});
