import { alternatives } from '#shared/format.ts';
import { messages } from '#shared/messages.ts';
import { type Province, type ProvinceLetter, provinceByLetter, provinceByName, readProvince } from './provinces.ts';
import { parseZip, type Zip } from './zip.ts';

/** Provinces by the first digit of their postal codes. Includes neighbours whose border towns get their mail from there. */
const REGIONS: Readonly<Record<string, readonly ProvinceLetter[]>> = {
  1: ['B', 'C'],
  2: ['B', 'E', 'G', 'S', 'X'],
  3: ['E', 'G', 'H', 'N', 'P', 'S', 'W'],
  4: ['A', 'G', 'K', 'T', 'Y'],
  5: ['D', 'F', 'G', 'J', 'K', 'M', 'X'],
  6: ['B', 'D', 'L', 'S', 'X'],
  7: ['B'],
  8: ['B', 'L', 'Q', 'R', 'U'],
  9: ['U', 'V', 'Z'],
};

/** Ranges of postal codes that belong to a single province of their region. */
const SINGLE_PROVINCE_RANGES: readonly { from: string; to: string; province: ProvinceLetter }[] = [
  { from: '1000', to: '1499', province: 'C' },
  { from: '1500', to: '1999', province: 'B' },
  { from: '9410', to: '9429', province: 'V' },
];

const singleProvinceRange = (digits: string) =>
  SINGLE_PROVINCE_RANGES.find(({ from, to }) => digits.length === from.length && from <= digits && digits <= to);

/**
 * Returns the provinces that a postal code may belong to by its digits alone, whether or not it is listed. Fewer than four digits
 * count by the first one. Returns no province for other texts.
 */
export function zipRegion(digits: string): readonly ProvinceLetter[] {
  const range = singleProvinceRange(digits);
  return range ? [range.province] : (REGIONS[digits.charAt(0)] ?? []);
}

/** Names the provinces of a postal code by its digits: 'los que empiezan con 7 son de Buenos Aires'. */
function zipRegionText(digits: string): string {
  const range = singleProvinceRange(digits);
  const codes = range ? `los de ${range.from} a ${range.to}` : `los que empiezan con ${digits.charAt(0)}`;
  return `${codes} son de ${provinceNames(zipRegion(digits))}`;
}

/** Provinces of each listed postal code (four digits). A code without an entry is unlisted. */
export type ListedZips = ReadonlyMap<string, readonly ProvinceLetter[]>;

/** Indexes provinces by postal code, from lists of codes by province. */
export function indexListedZips(groups: readonly { province: ProvinceLetter; codes: readonly string[] }[]): ListedZips {
  const zips = new Map<string, ProvinceLetter[]>();
  for (const { province, codes } of groups) {
    for (const code of codes) zips.set(code, [...(zips.get(code) ?? []), province]);
  }
  return zips;
}

/** Resolved province of an address. */
export interface ResolvedProvince {
  province: Province;
  /** True when the table doesn't contain the postal code, so that nothing confirms the province. */
  unlisted: boolean;
}

/** The resolved province, or the field that contradicts the other one with the reason. */
export type ProvinceResult = ResolvedProvince | { field: 'zip_code' | 'state'; message: string };

/** State and postal code of an address, as sent. */
interface ProvinceInput {
  state: string;
  zip_code: string;
}

/** Returns the names of provinces: 'Santa Fe o Córdoba'. */
export const provinceNames = (letters: readonly ProvinceLetter[]): string =>
  alternatives(letters.map((letter) => provinceByLetter(letter)?.name ?? letter));

/**
 * Returns the provinces that a postal code may belong to: the listed ones, or those of its region; with a CPA only the one of its
 * letter. Returns none for a CPA whose letter contradicts its digits, even if the province is listed for them.
 */
export function zipProvinces({ digits, province }: Zip, listed: readonly ProvinceLetter[] | undefined) {
  const possible = listed ?? zipRegion(digits);
  if (!province) return possible;
  return possible.includes(province) && zipRegion(digits).includes(province) ? [province] : [];
}

/**
 * Resolves the province of an address (readings C48). A listed postal code names its provinces, an unlisted one those
 * of its region; the letter of a CPA names one of them. A state that names another province is refused. A
 * state that names no province is accepted with a CPA, whose letter decides (readings C46).
 *
 * @param zips at least the listed codes among the checked ones; with an empty map only region and letter are checked
 */
export function resolveProvince({ state, zip_code }: ProvinceInput, zips: ListedZips): ProvinceResult {
  const zip = parseZip(zip_code);
  if (!zip) return { field: 'zip_code', message: messages.zip };
  const written = zip.cpa ?? zip.digits;
  const listed = zips.get(zip.digits);
  const possible = zipProvinces(zip, listed);
  if (possible.length === 0) {
    const isListed = zip.province !== null && listed?.includes(zip.province);
    const reason = listed && !isListed ? `${zip.digits} es de ${provinceNames(listed)}` : zipRegionText(zip.digits);
    return { field: 'zip_code', message: `El código postal ${written} no existe: ${reason}` };
  }
  const province = readProvince(state) ?? provinceByLetter(zip.province ?? '');
  if (!province) return { field: 'state', message: messages.province };
  const named = zip.province ? [zip.province] : listed;
  if (named && !named.includes(province.letter)) {
    return { field: 'state', message: `El código postal ${written} es de ${provinceNames(named)}` };
  }
  if (!possible.includes(province.letter)) {
    const reason = zipRegionText(zip.digits);
    return { field: 'state', message: `El código postal ${written} no es de ${province.name}: ${reason}` };
  }
  return { province, unlisted: listed === undefined };
}

/**
 * Returns the province columns of an order's checked address. A state that isn't a province's name ('V', 'AR-V', 'Zona
 * Norte') is replaced by the name, which labels and screens print.
 */
export function provinceColumns({ state }: { state: string }, { province, unlisted }: ResolvedProvince) {
  return { state: provinceByName(state) ? state : province.name, province: province.letter, zip_unlisted: unlisted };
}
