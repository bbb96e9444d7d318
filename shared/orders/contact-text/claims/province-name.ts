import { type Province, type ProvinceLetter, provinceByLetter } from '#shared/orders/rules/place/provinces.ts';
import { provinceOfWords } from '#shared/orders/rules/place/read-province.ts';

/** Most words of a province's name in any spelling. */
export const MAX_PROVINCE_WORDS = 9;

/** Returns the province of folded words without punctuation. */
export const provinceOfKey = (key: string): Province | null =>
  key === 'capital' ? provinceByLetter('C') : provinceOfWords(key);

/** Whether a word before a province's name makes it a part of another name: 'Nueva Córdoba', 'San Miguel de Tucumán'. */
export const isNamePrefix = (key: string): boolean =>
  /^(de|del|la|las|los|el|nueva|nuevo|villa|alto|alta|gran|general|gral|puerto|parque|san|santa|ciudad|altos|jardines)$/.test(
    key,
  );

/** Provinces whose capital people call by the province's name. */
export const CAPITAL_OF_SAME_NAME = new Set<ProvinceLetter>('XSMJDAWPQFKYTG'.split('') as ProvinceLetter[]);
