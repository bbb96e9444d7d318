import { brandKey } from '#shared/people/rules/activity/actor-name.ts';

/** Letters of other scripts, in lower case, that look like a Latin one. */
const LOOK_ALIKES: Record<string, string> = {
  // Cyrillic.
  а: 'a',
  в: 'b',
  е: 'e',
  ё: 'e',
  з: '3',
  і: 'i',
  ї: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  ѕ: 's',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  г: 'r',
  п: 'n',
  // Greek.
  α: 'a',
  β: 'b',
  γ: 'y',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  μ: 'm',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  τ: 't',
  υ: 'u',
  χ: 'x',
  // Latin variants and small capitals.
  ı: 'i',
  ɑ: 'a',
  ɡ: 'g',
  ᴇ: 'e',
  ᴍ: 'm',
  ᴏ: 'o',
  ᴛ: 't',
};

const latin = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => LOOK_ALIKES[letter] ?? letter);

/** Brands with fewer letters are parts of ordinary words. */
const SHORTEST_BRAND = 5;

/** Whether a name contains the provider's, also in letters or scripts that look alike, without blanks, or as part of a word. */
export function containsBrand(name: string, brand: string): boolean {
  const key = brandKey(latin(brand));
  return key.length >= SHORTEST_BRAND && brandKey(latin(name)).includes(key);
}

/** Whether a word mixes Latin letters with letters of another script that look like them. */
export const mixesScripts = (name: string): boolean =>
  (name.normalize('NFKC').match(/[\p{L}\p{M}]+/gu) ?? []).some(
    (word) => /\p{Script=Latin}/u.test(word) && /[^\p{Script=Latin}\p{Script=Inherited}\p{Script=Common}]/u.test(word),
  );
