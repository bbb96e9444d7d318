import type { ZipCode } from '#shared/lookups.ts';
import { provinceByLetter, provinceByName } from '#shared/rules/provinces.ts';
import { parseZip } from '#shared/rules/zip.ts';

/** Characters from which a postal code is looked up (D1 §2). */
const LOOKUP_FROM = 4;

/** The text that is looked up for what was typed; null when it is still too short. */
export function lookupCode(typed: string): string | null {
  const code = typed.trim().toUpperCase();
  return code.length >= LOOKUP_FROM ? code : null;
}

/** What the look-up of a code is asked; null while the code is too short. */
export function lookupInput(typed: string) {
  const code = lookupCode(typed);
  return code === null ? null : { query: { page: 1, limit: 999, filter: { code } } };
}

/** A province in a row: 'CABA' is how everybody writes the City. */
const short = (province: string) => (provinceByName(province)?.letter === 'C' ? 'CABA' : province);

/** A place in one line: '1425 · Palermo, CABA'. */
export const placeText = ({ zip_code, city, province }: ZipCode) => `${zip_code} · ${placeName({ city, province })}`;

/** A place without its code: 'Palermo, CABA'; once where city and province have the same name. */
export function placeName({ city, province }: Pick<ZipCode, 'city' | 'province'>): string {
  const name = short(province);
  return [short(city) === name ? '' : city, name].filter((word) => word !== '').join(', ');
}

/** The province that a CPA's letter names; null for digits alone. */
export function provinceOfCpa(typed: string): string | null {
  const letter = parseZip(typed)?.province ?? null;
  return letter === null ? null : (provinceByLetter(letter)?.name ?? null);
}

/** The only province of several places; null when they lie in more than one, or there are none. */
export function onlyProvince(places: readonly ZipCode[]): string | null {
  const [first] = places;
  return first && places.every(({ province }) => province === first.province) ? first.province : null;
}
