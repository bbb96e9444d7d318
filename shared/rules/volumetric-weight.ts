/** A package's measures: whole cm and whole grams. */
export type Package = { heightCm: number; widthCm: number; lengthCm: number; grams: number };

export type BilledWeight = { billedGrams: number; by: 'peso' | 'volumen' };

/** cm³ to a kilogram (D2 §9): H·W·L / 5000 kg. */
const CUBIC_CM_PER_KG = 5000;

/** The volumetric weight in whole grams, a started gram counted as one: H·W·L / 5000 kg is H·W·L / 5 g. */
export function volumetricGrams({ heightCm, widthCm, lengthCm }: Package): number {
  return Math.ceil((heightCm * widthCm * lengthCm * 1000) / CUBIC_CM_PER_KG);
}

/**
 * The weight that is charged, the larger of real and volumetric, and which of them it is; the real one when they are
 * equal (D2 §9). Brackets end at whole grams, so that rounding the volumetric weight up never moves a package to
 * another one.
 */
export function billedWeight(parcel: Package): BilledWeight {
  const volumetric = volumetricGrams(parcel);
  return volumetric > parcel.grams
    ? { billedGrams: volumetric, by: 'volumen' }
    : { billedGrams: parcel.grams, by: 'peso' };
}
