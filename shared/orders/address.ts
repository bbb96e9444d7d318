import * as z from 'zod/mini';
import { type TextRules, text } from '#shared/kit/fields.ts';
import { messages } from '#shared/kit/messages.ts';
import { plainFloor, withoutZeros } from './rules/place/address-unit.ts';
import { parseZip, plainZip } from './rules/place/zip.ts';

const required = messages.required;

/** Rules of a postal code, in every spelling that `parseZip` reads. The letter stays for the check of the province. */
export const zipRules = {
  max: [8, messages.zip],
  normalize: plainZip,
  check: (value: string) => (parseZip(value) ? null : messages.zip),
} satisfies TextRules;

/**
 * Returns the error of a street number: digits alone must be at least 1; any other text is valid, like 'S/N' or 'Km 12'
 * (readings C3, C45). Null for a valid one.
 */
export const streetNumberError = (value: string) =>
  /^-?\d+$/.test(value) && Number(value) < 1 ? 'El número es inválido' : null;

/** Address fields of an order (D1 §5, D2 §5). A zip has 4 digits or is a CPA (readings C4). */
export const addressFields = {
  street_name: text({ whole: true, required, max: [60] }),
  street_number: text({ whole: true, required, max: [20], normalize: withoutZeros, check: streetNumberError }),
  floor: text({ whole: true, max: [10], normalize: plainFloor }),
  apartment: text({ whole: true, max: [10], normalize: withoutZeros }),
  between_1: text({ whole: true, required, max: [60] }),
  between_2: text({ whole: true, max: [60] }),
  zip_code: text({ required, ...zipRules }),
  state: text({ whole: true, required, max: [60] }),
  city: text({ whole: true, required, max: [40] }),
  neighborhood_name: text({ whole: true, required, max: [40] }),
  other_info: text({ whole: true, max: [250], lines: true }),
} as const;

/** An address in responses: the place of collection, or of delivery for reverse logistics. */
export const streetAddress = z.object({
  street_name: z.string(),
  street_number: z.string(),
  floor: z.string(),
  apartment: z.string(),
  neighborhood_name: z.string(),
  zip_code: z.string(),
  city: z.string(),
  state: z.string(),
  other_info: z.string(),
});

export type StreetAddress = z.output<typeof streetAddress>;
