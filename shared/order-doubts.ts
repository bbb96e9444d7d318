import * as z from 'zod/mini';
import { losesLetters } from './rules/unprintable.ts';
import { type Measured, unusualMeasures } from './rules/unusual-measures.ts';

/** What a person should check in an accepted body, by its fields (an addition). */
export const doubts = z.array(z.object({ field: z.string(), message: z.string() }));

export type Doubt = z.output<typeof doubts>[number];

/**
 * Returns the doubts about the measures of parcels.
 *
 * @param list name of the parcels' array in the body
 * @param subject what a parcel is called: 'El envío 2 pesa …'
 * @param weight name of the weight in a parcel
 */
export const measureDoubts = (
  parcels: readonly Measured[],
  { list, subject, weight = 'weight' }: { list: string; subject: string; weight?: string },
): Doubt[] =>
  parcels.flatMap((parcel, index) =>
    unusualMeasures(parcel).map(({ field, text }) => ({
      field: `${list}.${index}.${field === 'weight' ? weight : field}`,
      message: `${subject} ${index + 1} ${text}.`,
    })),
  );

/** Without the text: replies are kept for repeated calls, and receivers' data isn't. */
const UNPRINTABLE_REASON = 'La etiqueta no puede imprimir todas sus letras: saldrían signos de pregunta.';

/** The parts of an order that may be doubtful; a parcel's weight is null where its products decide it and aren't known. */
interface DoubtfulOrder {
  receiver: { receiver_name: string; address: { street_name: string } | null };
  shipments: readonly Measured[];
}

/** Returns the doubts about texts that a label prints, by their fields. */
export const printedDoubts = (texts: Readonly<Record<string, string>>): Doubt[] =>
  Object.entries(texts)
    .filter(([, text]) => losesLetters(text))
    .map(([field]) => ({ field, message: UNPRINTABLE_REASON }));

/** Fields of an edited order that are asked about if a label can't print their letters. */
export const EDITED_PRINTED = ['receiver_name', 'address_street_name'] as const;

/** Returns the doubts about a valid order, which is created all the same. */
export const orderDoubts = ({ receiver, shipments }: DoubtfulOrder): Doubt[] => [
  ...printedDoubts({
    'receiver.receiver_name': receiver.receiver_name,
    'receiver.address.street_name': receiver.address?.street_name ?? '',
  }),
  ...measureDoubts(shipments, { list: 'shipments', subject: 'El envío' }),
];
