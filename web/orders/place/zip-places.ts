import type { ZipCode } from '#shared/orders/lookups.ts';
import { provinceByLetter, provinceByName } from '#shared/orders/rules/place/provinces.ts';
import { parseZip, plainZip } from '#shared/orders/rules/place/zip.ts';

/** Minimum length of a postal code for a lookup (D1 §2). */
const LOOKUP_FROM = 4;

/** Returns the code to look up; null when it is too short. */
export function lookupCode(typed: string): string | null {
  const code = plainZip(typed).trim().toUpperCase();
  return code.length >= LOOKUP_FROM ? code : null;
}

/** Returns the input of the lookup call; null when the code is too short. */
export function lookupInput(typed: string) {
  const code = lookupCode(typed);
  return code === null ? null : { query: { page: 1, limit: 999, filter: { code } } };
}

/** Returns a short province name: 'CABA' for the City of Buenos Aires. */
const short = (province: string) => (provinceByName(province)?.letter === 'C' ? 'CABA' : province);

/** Returns a locality in one line: '1425 · Palermo, CABA'. */
export const placeText = ({ zip_code, city, province }: ZipCode) => `${zip_code} · ${placeName({ city, province })}`;

/** Returns a locality without its code: 'Palermo, CABA'; a single name if city and province have the same name. */
export function placeName({ city, province }: Pick<ZipCode, 'city' | 'province'>): string {
  const name = short(province);
  return [short(city) === name ? '' : city, name].filter((word) => word !== '').join(', ');
}

/** Returns the province of a CPA's letter, or of the letter before the digits; null for digits alone. */
export function provinceOfCpa(typed: string): string | null {
  const letter = parseZip(typed)?.province ?? null;
  return letter === null ? null : (provinceByLetter(letter)?.name ?? null);
}

/** Returns the common province of localities; null if they have several, or there are none. */
export function onlyProvince(places: readonly ZipCode[]): string | null {
  const [first] = places;
  return first && places.every(({ province }) => province === first.province) ? first.province : null;
}
