import { grams, integer, kilograms } from '#shared/kit/text/format.ts';

/** Sides in centimetres. */
const SIDES = [
  ['length', 'de largo'],
  ['width', 'de ancho'],
  ['height', 'de alto'],
] as const;

/** A shipment as it is declared. */
export type Measured = Record<(typeof SIDES)[number][0], number> & {
  /** Grams; null where the products decide it and aren’t known. */
  weight: number | null;
};

/** A measure that is probably in another unit: what the shipment would be. */
export interface UnusualMeasure {
  field: keyof Measured;
  /** Spanish, without a subject: 'pesa 700 kg en 20 × 15 × 10 cm, más que si fuera de plomo'. */
  text: string;
}

/** Beyond these a typing error is likelier than a shipment: grams and centimetres. */
const USUAL = { weight: 120_000, side: 300 };

/** Grams per cm³ that no shipment has: lead has 11, an empty cardboard box more than the least. */
const DENSITY = { most: 12, least: 0.002 };

/**
 * Returns what is unusual about a shipment's measures, for a person to confirm; they are never refused. Grams in the place of
 * kilos, kilos in that of grams and millimetres in that of centimetres give a density that no shipment has.
 */
export function unusualMeasures(shipment: Measured): UnusualMeasure[] {
  const { weight, length, width, height } = shipment;
  const sides = SIDES.filter(([side]) => shipment[side] > USUAL.side).map(([side, name]) => ({
    field: side,
    text: `mide ${integer(shipment[side])} cm ${name}`,
  }));
  if (weight === null) return sides;
  const density = weight / (length * width * height);
  const inBox = `${weight < 1000 ? grams(weight) : kilograms(weight)} en ${[length, width, height].map(integer).join(' × ')} cm`;
  const text =
    density > DENSITY.most
      ? `pesa ${inBox}, más que si fuera de plomo`
      : density < DENSITY.least
        ? `pesa ${inBox}, menos que la caja vacía`
        : weight > USUAL.weight
          ? `pesa ${grams(weight)}, es decir ${kilograms(weight)}`
          : null;
  return [...(text ? [{ field: 'weight' as const, text }] : []), ...sides];
}
