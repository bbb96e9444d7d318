import { capitals } from '#server/demo/places.ts';
import { provinceByLetter } from '#shared/rules/provinces.ts';

/** A listed postal code of each province, by the province's name. */
export const zips: Readonly<Record<string, string>> = Object.fromEntries(
  capitals.map(({ province, zip }) => [provinceByLetter(province)?.name ?? '', zip]),
);
