import { capitals } from '#server/demo/towns.ts';
import { provinceByLetter } from '#shared/orders/rules/place/provinces.ts';

/** A listed postal code of each province, by the province's name. */
export const zipByProvince: Readonly<Record<string, string>> = Object.fromEntries(
  capitals.map(({ province, zip }) => [provinceByLetter(province)?.name ?? '', zip]),
);
