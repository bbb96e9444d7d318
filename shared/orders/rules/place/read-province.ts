import { fold } from '#shared/kit/text/fold.ts';
import { type Province, type ProvinceLetter, provinceByLetter, provinceByName } from './provinces.ts';

/** Abbreviations that people write for provinces, folded and without dots; each is one of a single province. */
const ABBREVIATIONS: ReadonlyMap<string, ProvinceLetter> = new Map(
  Object.entries({
    pba: 'B',
    'c federal': 'C',
    cba: 'X',
    cdba: 'X',
    corr: 'W',
    ctes: 'W',
    'e rios': 'E',
    'e r': 'E',
    fsa: 'P',
    mza: 'M',
    mdza: 'M',
    mnes: 'N',
    nqn: 'Q',
    'r negro': 'R',
    's juan': 'J',
    's luis': 'D',
    's fe': 'S',
    sfe: 'S',
    sgo: 'G',
    's del estero': 'G',
    sde: 'G',
    't del fuego': 'V',
    tdf: 'V',
    tuc: 'T',
  }),
);

/** Returns the province of folded words without dots, by its name or an abbreviation of it; null for any other words. */
export function provinceOfWords(words: string): Province | null {
  const key = words
    .replace(/^(?:provincia|prov|pcia) (?:de )?/, '')
    .replace(/\bcdad\b/, 'ciudad')
    .replace(/\bsta\b/, 'santa')
    .replace(/\bbs as\b/, 'buenos aires');
  return provinceByName(key) ?? provinceByLetter(ABBREVIATIONS.get(key) ?? '');
}

/**
 * Reads a province from a name or an abbreviation of it ('Sta. Fe'), a CPA's letter ('V') or an ISO 3166-2 code ('AR-V'), in any case;
 * null for any other text.
 */
export function readProvince(text: string): Province | null {
  const key = fold(text.replaceAll('.', ' ')).replace(/\s+/g, ' ').trim();
  return provinceByName(text) ?? provinceOfWords(key) ?? provinceByLetter(text.trim().replace(/^ar-/i, ''));
}
