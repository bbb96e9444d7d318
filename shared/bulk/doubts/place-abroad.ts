import { fold } from '#shared/kit/text/fold.ts';
import { readProvince } from '#shared/orders/rules/place/read-province.ts';

/** Other countries in Spanish, English and their own languages, folded. */
const COUNTRIES: ReadonlySet<string> = new Set([
  'uruguay',
  'chile',
  'brasil',
  'brazil',
  'paraguay',
  'bolivia',
  'peru',
  'colombia',
  'ecuador',
  'venezuela',
  'mexico',
  'cuba',
  'panama',
  'costa rica',
  'nicaragua',
  'honduras',
  'guatemala',
  'el salvador',
  'puerto rico',
  'republica dominicana',
  'estados unidos',
  'united states',
  'united states of america',
  'eeuu',
  'ee uu',
  'canada',
  'espana',
  'spain',
  'italia',
  'italy',
  'francia',
  'france',
  'portugal',
  'alemania',
  'germany',
  'suiza',
  'switzerland',
  'austria',
  'belgica',
  'belgium',
  'holanda',
  'paises bajos',
  'netherlands',
  'irlanda',
  'ireland',
  'inglaterra',
  'england',
  'reino unido',
  'united kingdom',
  'suecia',
  'sweden',
  'noruega',
  'norway',
  'dinamarca',
  'polonia',
  'poland',
  'rusia',
  'russia',
  'israel',
  'china',
  'japon',
  'japan',
  'filipinas',
  'philippines',
  'australia',
  'nueva zelanda',
  'new zealand',
  'sudafrica',
  'south africa',
]);

/** Argentina in a bracket behind a province: 'Buenos Aires (AR)'. */
const ARGENTINA = /\s*\(\s*(?:ar|arg|argentina)\.?\s*\)\s*$/i;

/** Returns whether a country's cell is Argentina, by its name or its code. */
export const isArgentina = (text: string): boolean =>
  /^(?:(?:la )?(?:rep(?:ublica)? )?(?:argentina|arg)|ar)$/.test(
    fold(text.replaceAll('.', ' ')).replace(/ +/g, ' ').trim(),
  );

/** What stands behind a province: in a bracket, perhaps without its end, or behind a comma, a slash or a hyphen. */
const BEHIND = /\(([^)]*)|[,/\-–—]([^,/\-–—()]*)/g;

/** Returns a province's cell without the name or code of Argentina behind it. */
export const withoutArgentina = (text: string): string => text.replace(ARGENTINA, '');

/**
 * Returns whether a province's cell names another country behind the province: by its name, by a code of two or three letters in a
 * bracket, or as 'país: …', which the portal adds to a shop's order. Abbreviations of provinces are no codes.
 */
export function isAbroad(text: string): boolean {
  return [...withoutArgentina(text).matchAll(BEHIND)].some(([, bracketed, behind = '']) => {
    const place = fold((bracketed ?? behind).replaceAll('.', ' '));
    if (COUNTRIES.has(place)) return true;
    if (bracketed === undefined) return false;
    return /^pais\b/.test(place) || (isCode(place) && place !== 'cap');
  });
}

/** Returns whether a text may be a country's code: 'IT', 'USA', 'U.S.A.'. */
const isCode = (place: string) => /^[a-z] ?[a-z](?: ?[a-z])?$/.test(place) && readProvince(place) === null;
