/** Dimensions and weight of a package: whole cm and whole grams. */
export type Package = { heightCm: number; widthCm: number; lengthCm: number; grams: number };

export type BilledWeight = { billedGrams: number; by: 'peso' | 'volumen' };

/** cm³ per kilogram (D2 §9): H·W·L / 5000 kg. */
const CUBIC_CM_PER_KG = 5000;

/** Returns the volumetric weight in grams, rounded up: H·W·L / 5000 kg is H·W·L / 5 g. */
export function volumetricGrams({ heightCm, widthCm, lengthCm }: Package): number {
  return Math.ceil((heightCm * widthCm * lengthCm * 1000) / CUBIC_CM_PER_KG);
}

/**
 * Returns the billed weight, the larger of real and volumetric weight, and which one it is; the real one when both are
 * equal (D2 §9). Brackets end at whole grams, so rounding the volumetric weight up never moves a package to another
 * bracket.
 */
export function billedWeight(shipment: Package): BilledWeight {
  const volumetric = volumetricGrams(shipment);
  return volumetric > shipment.grams
    ? { billedGrams: volumetric, by: 'volumen' }
    : { billedGrams: shipment.grams, by: 'peso' };
}
