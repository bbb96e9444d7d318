import { NO_PROVINCE, provinceByLetter } from '#shared/orders/rules/place/provinces.ts';

/** Returns the name of a province by its letter, or the name of shipments without a known one. */
export const provinceName = (letter: string): string => provinceByLetter(letter)?.name ?? NO_PROVINCE;
