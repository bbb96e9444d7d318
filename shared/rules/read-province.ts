import { fold } from './fold.ts';
import { type Province, type ProvinceLetter, provinceByLetter, provinceByName } from './provinces.ts';

/** Abbreviations that people write for provinces, folded and without dots; each is one of a single province. */
const ABBREVIATIONS: ReadonlyMap<string, ProvinceLetter> = new Map(
  Object.entries({
    ...{ pba: 'B', 'cdad de bs as': 'C', 'cdad de buenos aires': 'C', 'cdad autonoma de bs as': 'C' },
    ...{ 'cdad autonoma de buenos aires': 'C', 'c federal': 'C', cba: 'X', cdba: 'X', corr: 'W', ctes: 'W' },
    ...{ 'e rios': 'E', 'e r': 'E', fsa: 'P', mza: 'M', mdza: 'M', mnes: 'N', nqn: 'Q', 'r negro': 'R', 's juan': 'J' },
    ...{
      's luis': 'D',
      'sta cruz': 'Z',
      'sta fe': 'S',
      's fe': 'S',
      sfe: 'S',
      sgo: 'G',
      's del estero': 'G',
      sde: 'G',
    },
    ...{ 't del fuego': 'V', tdf: 'V', tuc: 'T' },
  }),
);

/**
 * Reads a province from a name or an abbreviation of it ('Sta. Fe'), a CPA's letter ('V') or an ISO 3166-2 code ('AR-V'), in any case;
 * null for any other text.
 */
export function readProvince(text: string): Province | null {
  const key = fold(text.replaceAll('.', ' ')).replace(/\s+/g, ' ').trim();
  const letter = ABBREVIATIONS.get(key.replace(/^(?:provincia|prov|pcia) (?:de )?/, ''));
  return provinceByName(text) ?? provinceByName(key) ?? provinceByLetter(letter ?? key.replace(/^ar-/, ''));
}
