import { messages } from '#shared/kit/messages.ts';
import { alternatives } from '#shared/kit/text/format.ts';
import { type Province, type ProvinceLetter, provinceByLetter, provinceByName } from './provinces.ts';
import { readProvince } from './read-province.ts';
import { parseZip, type Zip } from './zip.ts';

/**
 * Letters of provinces by the beginning of their codes: ranges of a single province, then first digits. These include neighbours whose
 * border towns get their mail from there.
 */
const REGIONS: readonly [codes: RegExp, letters: string][] = [
  [/^1[0-4]../, 'C'],
  [/^1[5-9]../, 'B'],
  [/^94[12]./, 'V'],
  [/^1/, 'BC'],
  [/^2/, 'BEGSX'],
  [/^3/, 'EGHNPSW'],
  [/^4/, 'AGKTY'],
  [/^5/, 'DFGJKMX'],
  [/^6/, 'BDLSX'],
  [/^7/, 'B'],
  [/^8/, 'BLQRU'],
  [/^9/, 'UVZ'],
];

/**
 * Returns the provinces that a postal code may belong to by its digits alone, whether or not it is listed. Fewer than four digits
 * count by the first one. Returns no province for other texts.
 */
export const zipRegion = (digits: string) =>
  [...(REGIONS.find(([codes]) => codes.test(digits))?.[1] ?? '')] as readonly ProvinceLetter[];

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
  /** The postal code as it is stored (readings C4): four digits or a whole CPA. */
  zip_code: string;
  /** True when the table doesn't contain the postal code, so that nothing confirms the province. */
  unlisted: boolean;
}

/** The resolved province, or the field that contradicts the other one with the reason. */
export type ProvinceResult = ResolvedProvince | { field: 'zip_code' | 'state'; message: string };

/** Returns the names of provinces: 'Santa Fe o Córdoba'. */
export const provinceNames = (letters: readonly ProvinceLetter[]): string =>
  alternatives(letters.map((letter) => provinceByLetter(letter)?.name ?? letter));

/**
 * Returns the provinces that a postal code may belong to: the listed ones, or those of its region; with a CPA only the one of its
 * letter. Returns none for a CPA whose letter contradicts its digits, even if the province is listed for them.
 */
export function zipProvinces({ digits, province }: Zip, listed: readonly ProvinceLetter[] | undefined) {
  const region = zipRegion(digits);
  const possible = listed ?? region;
  return province ? possible.filter((letter) => letter === province && region.includes(letter)) : possible;
}

/** State and postal code of an address, as sent. */
interface ProvinceInput {
  state: string;
  zip_code: string;
}

/**
 * Resolves the province of an address (readings C48). A listed postal code names its provinces, an unlisted one those
 * of its region; the letter of a CPA, or before the digits, names one of them. A state that names another province is refused. A
 * state that names no province is accepted with a CPA, whose letter decides (readings C46).
 *
 * @param zips at least the listed codes among the checked ones; with an empty map only region and letter are checked
 */
export function resolveProvince({ state, zip_code }: ProvinceInput, zips: ListedZips): ProvinceResult {
  const zip = parseZip(zip_code);
  if (!zip) return { field: 'zip_code', message: messages.zip };
  const { written } = zip;
  const listed = zips.get(zip.digits);
  const possible = zipProvinces(zip, listed);
  if (possible.length === 0) {
    const region = zipRegion(zip.digits);
    const agreed = listed?.filter((letter) => region.includes(letter)) ?? [];
    const names = provinceNames(agreed.length ? agreed : region);
    return { field: 'zip_code', message: `El código postal ${written} no existe: ${zip.digits} es de ${names}` };
  }
  const province = readProvince(state) ?? provinceByLetter(zip.province ?? '');
  if (!province) return { field: 'state', message: messages.province };
  if (!possible.includes(province.letter)) {
    return { field: 'state', message: `El código postal ${written} es de ${provinceNames(possible)}` };
  }
  return { province, zip_code: zip.cpa ?? zip.digits, unlisted: listed === undefined };
}

/**
 * Returns the province columns of an order's checked address. A state that isn't a province's name ('V', 'AR-V', 'Zona
 * Norte') is replaced by the name, which labels and screens print.
 */
export function provinceColumns({ state }: { state: string }, { province, zip_code, unlisted }: ResolvedProvince) {
  const name = provinceByName(state) ? state : province.name;
  return { state: name, province: province.letter, zip_code, zip_unlisted: unlisted };
}
