import { type Province, type ProvinceLetter, provinceByLetter, provinceByName } from '#shared/rules/provinces.ts';

/** Short forms that people write for provinces in addresses. */
const SHORT: ReadonlyMap<string, ProvinceLetter> = new Map(
  Object.entries({
    ...{
      cba: 'X',
      capital: 'C',
      caba: 'C',
      ctes: 'W',
      'e rios': 'E',
      'sta fe': 'S',
      'sta cruz': 'Z',
      'prov bs as': 'B',
    },
    ...{ 'prov de bs as': 'B', 'pcia bs as': 'B', pba: 'B', mza: 'M', mdza: 'M', tuc: 'T', nqn: 'Q', 'r negro': 'R' },
    ...{ 'stgo del estero': 'G', 'sgo del estero': 'G', 'santiago del estero': 'G' },
  }),
);

/** Most words of a province's name in any spelling. */
export const MAX_PROVINCE_WORDS = 9;

/** Returns the province of folded words without punctuation. */
export const provinceOfKey = (key: string): Province | null =>
  provinceByName(key) ?? provinceByLetter(SHORT.get(key) ?? '');

/** Whether a word before a province's name makes it a part of another name: 'Nueva Córdoba', 'San Miguel de Tucumán'. */
export const isNamePrefix = (key: string): boolean =>
  /^(de|del|la|las|los|el|nueva|nuevo|villa|alto|alta|gran|general|gral|puerto|parque|san|santa|ciudad|altos|jardines)$/.test(
    key,
  );

/** Provinces whose capital people call by the province's name. */
export const CAPITAL_OF_SAME_NAME = new Set<ProvinceLetter>('XSMJDAWPQFKYTG'.split('') as ProvinceLetter[]);
