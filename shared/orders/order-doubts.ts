import * as z from 'zod/mini';
import { losesLetters } from '#shared/kit/text/unprintable.ts';
import { isTwoPhones } from './rules/place/phone.ts';
import { type Measured, unusualMeasures } from './rules/shipment/unusual-measures.ts';

/** What a person should check in an accepted body, by its fields (an addition). */
export const doubts = z.array(z.object({ field: z.string(), message: z.string() }));

export type Doubt = z.output<typeof doubts>[number];

/**
 * Returns the doubts about the measures of shipments.
 *
 * @param list name of the shipments' array in the body
 * @param subject what a shipment is called: 'El envío 2 pesa …'
 * @param weight name of the weight in a shipment
 */
export const measureDoubts = (
  shipments: readonly Measured[],
  { list, subject, weight = 'weight' }: { list: string; subject: string; weight?: string },
): Doubt[] =>
  shipments.flatMap((shipment, index) =>
    unusualMeasures(shipment).map(({ field, text }) => ({
      field: `${list}.${index}.${field === 'weight' ? weight : field}`,
      message: `${subject} ${index + 1} ${text}.`,
    })),
  );

/** Without the text: replies are kept for repeated calls, and receivers' data isn't. */
const unprintable = (field: string) =>
  `La etiqueta no puede imprimir todas las letras ${field.endsWith('street_name') ? 'de la calle' : 'del nombre'}: saldrían signos de pregunta.`;

/** The parts of an order that may be doubtful; a shipment's weight is null where its products decide it and aren't known. */
interface DoubtfulOrder {
  receiver: { receiver_name: string; receiver_phone: string; address: { street_name: string } | null };
  shipments: readonly Measured[];
}

/** Without the text, as above. */
export const TWO_PHONES_REASON = 'Parecen dos teléfonos. Dejá uno solo';

/** Returns the doubts about texts of an order by their fields: those that a label prints, and its phone. */
export const textDoubts = (texts: Readonly<Record<string, string>>): Doubt[] =>
  Object.entries(texts).flatMap(([field, text]) => {
    if (field.endsWith('phone')) return isTwoPhones(text) ? { field, message: TWO_PHONES_REASON } : [];
    return losesLetters(text) ? { field, message: unprintable(field) } : [];
  });

/** Returns the doubts about a valid order, which is created all the same. */
export const orderDoubts = ({ receiver, shipments }: DoubtfulOrder): Doubt[] => [
  ...textDoubts({
    'receiver.receiver_name': receiver.receiver_name,
    'receiver.address.street_name': receiver.address?.street_name ?? '',
    'receiver.receiver_phone': receiver.receiver_phone,
  }),
  ...measureDoubts(shipments, { list: 'shipments', subject: 'El envío' }),
];
