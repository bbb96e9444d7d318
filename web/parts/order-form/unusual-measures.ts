import { grams, integer, kilograms } from '#shared/format.ts';

interface Measured {
  /** Grams. */
  weight: number;
  /** Centimetres. */
  length: number;
  width: number;
  height: number;
}

/** Beyond these a typing error is likelier than a parcel: grams and centimetres. */
const USUAL = { weight: 120_000, side: 300 };

const SIDES = [
  ['length', 'de largo'],
  ['width', 'de ancho'],
  ['height', 'de alto'],
] as const;

/** Returns a sentence for each unusual weight or side: 'El envío 1 mide 9.999 cm de largo.' */
export const unusualMeasures = (shipments: readonly Measured[]): string[] =>
  shipments.flatMap((shipment, index) => {
    const subject = `El envío ${index + 1}`;
    const { weight } = shipment;
    return [
      ...(weight > USUAL.weight ? [`${subject} pesa ${grams(weight)}, es decir ${kilograms(weight)}.`] : []),
      ...SIDES.filter(([side]) => shipment[side] > USUAL.side).map(
        ([side, name]) => `${subject} mide ${integer(shipment[side])} cm ${name}.`,
      ),
    ];
  });
