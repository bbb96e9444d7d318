import * as z from 'zod/mini';
import { text } from './fields.ts';
import { messages } from './messages.ts';
import { parseZip } from './rules/zip.ts';

const required = messages.required;

const zipError = (value: string) => (parseZip(value) ? null : messages.zip);

/** Digits alone must be at least 1; other text is free: 'S/N', 'Km 12' (readings C3, C45). */
export const streetNumberError = (value: string) =>
  /^-?\d+$/.test(value) && Number(value) < 1 ? 'El número es inválido' : null;

/** Fields of an address in an order (D1 §5, D2 §5). A zip is 4 digits or a CPA (readings C4). */
export const addressFields = {
  street_name: text({ required, max: [60] }),
  street_number: text({ required, max: [20], check: streetNumberError }),
  floor: text({ max: [10] }),
  apartment: text({ max: [10] }),
  between_1: text({ required, max: [60] }),
  between_2: text({ max: [60] }),
  zip_code: text({ required, max: [8, messages.zip], check: zipError }),
  state: text({ required, max: [60] }),
  city: text({ required, max: [40] }),
  neighborhood_name: text({ required, max: [40] }),
  other_info: text({ max: [250], lines: true }),
} as const;

/** An address as it is answered: where parcels are collected; for reverse logistics, where they go. */
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
