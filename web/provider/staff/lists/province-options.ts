import { provinces } from '#shared/orders/rules/place/provinces.ts';

/** Options of the provinces, by letter. */
export const PROVINCE_OPTIONS = provinces.map(({ letter, name }) => ({ value: letter, label: name }));
