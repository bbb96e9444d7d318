import * as z from 'zod/mini';
import { isTwoPhones } from './rules/phone.ts';
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
  receiver: { receiver_name: string; receiver_phone: string; address: { street_name: string } | null };
  shipments: readonly Measured[];
}

/** Without the text, as above. */
export const TWO_PHONES_REASON = 'Parecen dos teléfonos. Dejá uno solo';

const isDoubtful = (name: string, text: string) => (name === PHONE ? isTwoPhones(text) : losesLetters(text));

const PHONE = 'receiver_phone';

/** Fields of an edited order that may be doubtful: a label can't print their letters, or a phone is two. */
export const EDITED_TEXTS = ['receiver_name', 'address_street_name', PHONE] as const;

/**
 * Returns the doubts about texts of an order: those that a label prints, and its phone.
 *
 * @param texts each with its name in an edited order, and the field that the doubt names
 */
export const textDoubts = (texts: readonly Readonly<Record<'name' | 'field' | 'text', string>>[]): Doubt[] =>
  texts
    .filter(({ name, text }) => isDoubtful(name, text))
    .map(({ name, field }) => ({ field, message: name === PHONE ? TWO_PHONES_REASON : UNPRINTABLE_REASON }));

/** Returns the doubts about a valid order, which is created all the same. */
export const orderDoubts = ({ receiver, shipments }: DoubtfulOrder): Doubt[] => [
  ...textDoubts([
    { name: 'receiver_name', field: 'receiver.receiver_name', text: receiver.receiver_name },
    {
      name: 'address_street_name',
      field: 'receiver.address.street_name',
      text: receiver.address?.street_name ?? '',
    },
    { name: PHONE, field: 'receiver.receiver_phone', text: receiver.receiver_phone },
  ]),
  ...measureDoubts(shipments, { list: 'shipments', subject: 'El envío' }),
];
