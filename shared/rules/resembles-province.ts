import { fold } from './fold.ts';
import { ALIASES, type Province, type ProvinceLetter, provinceByLetter, readProvince } from './provinces.ts';

/** Abbreviations that people write in columns of provinces, folded and without dots; each is one of a single province. */
const ABBREVIATIONS: Readonly<Record<string, ProvinceLetter>> = {
  ...{ pba: 'B', 'cdad de bs as': 'C', 'cdad de buenos aires': 'C', 'cdad autonoma de bs as': 'C' },
  ...{
    'cdad autonoma de buenos aires': 'C',
    'c federal': 'C',
    cba: 'X',
    cdba: 'X',
    corr: 'W',
    ctes: 'W',
    'e rios': 'E',
  },
  ...{ 'e r': 'E', fsa: 'P', mza: 'M', mdza: 'M', mnes: 'N', nqn: 'Q', 'r negro': 'R', 's juan': 'J', 's luis': 'D' },
  ...{ 'sta cruz': 'Z', 'sta fe': 'S', 's fe': 'S', sfe: 'S', sgo: 'G', 's del estero': 'G', sde: 'G' },
  ...{ 't del fuego': 'V', tdf: 'V', tuc: 'T' },
};

/** Returns the province of a name, a letter or a code, or of an abbreviation that columns of files have; null for any other text. */
export function readWrittenProvince(text: string): Province | null {
  const key = fold(text.replaceAll('.', ' ')).replace(/\s+/g, ' ').trim();
  const letter = ABBREVIATIONS[key.replace(/^(?:provincia|prov|pcia) (?:de )?/, '')];
  return readProvince(text) ?? readProvince(key) ?? (letter ? provinceByLetter(letter) : null);
}

/** Words of provinces' names that name none by themselves: many towns and streets have them. */
const COMMON_WORDS: ReadonlySet<string> = new Set([
  ...['de', 'del', 'la', 'las', 'los', 'e', 'islas', 'sur', 'province', 'san', 'santa', 'rio', 'gran'],
  ...['ciudad', 'autonoma', 'capital', 'cap', 'fed', 'atlantico', 'tierra'],
]);

/** Buenos Aires is a province and a city. */
const CITY = /\b(ciudad|cdad|capital|cap)\b/;

const wordsOf = (text: string) => (fold(text).match(/[a-z]+/g) ?? []).filter((word) => !COMMON_WORDS.has(word));

/** Returns whether a text has a word of a province's names: 'Sta. Fe' may be Santa Fe, 'Narnia' is no province. */
export function resemblesProvince(text: string, { letter, name }: Province): boolean {
  if (letter === 'B' && CITY.test(fold(text))) return false;
  const aliases = Object.entries(ALIASES).flatMap(([alias, of]) => (of === letter ? [alias] : []));
  const words = new Set([name, ...aliases].flatMap(wordsOf));
  return wordsOf(text).some((word) => words.has(word));
}
