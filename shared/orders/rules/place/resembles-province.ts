import { fold } from '#shared/kit/text/fold.ts';
import { ALIASES, type Province } from './provinces.ts';

/** Words of provinces' names that name none by themselves: many towns and streets have them. */
const COMMON_WORDS: ReadonlySet<string> = new Set([
  'de',
  'del',
  'la',
  'las',
  'los',
  'e',
  'islas',
  'sur',
  'province',
  'san',
  'santa',
  'rio',
  'gran',
  'ciudad',
  'autonoma',
  'capital',
  'cap',
  'fed',
  'atlantico',
  'tierra',
]);

/** Buenos Aires is a province and a city. */
const CITY = /\b(ciudad|cdad|capital|cap)\b/;

const wordsOf = (text: string) => (fold(text).match(/[a-z]+/g) ?? []).filter((word) => !COMMON_WORDS.has(word));

/** A cell that names only a city or a capital, of any province. */
const ONLY_CITY = /^(?:ciudad|cdad|capital|cap)\.?$/;

/** 'BA' is either of them. */
const BOTH = /^b\.? ?a\.?$/;

/**
 * Returns whether a text may mean a province: it has a word of the province's names ('Sta. Fe' may be Santa Fe, 'Narnia' is no province),
 * or names only a city or a capital.
 */
export function resemblesProvince(text: string, { letter, name }: Province): boolean {
  if (letter === 'B' && CITY.test(fold(text))) return false;
  if (ONLY_CITY.test(fold(text))) return true;
  if (BOTH.test(fold(text))) return letter === 'B' || letter === 'C';
  const aliases = Object.entries(ALIASES).flatMap(([alias, of]) => (of === letter ? [alias] : []));
  const words = new Set([name, ...aliases].flatMap(wordsOf));
  return wordsOf(text).some((word) => words.has(word));
}
