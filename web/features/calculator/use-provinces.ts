import { provincesOfZipCode } from '#shared/lookups.ts';
import { provinceByName, provinces } from '#shared/rules/provinces.ts';
import { parseZip } from '#shared/rules/zip.ts';
import { type ListedZips, ZIP_REGIONS } from '#shared/rules/zip-province.ts';
import { cachedReply, useApiQuery } from '#web/lib/queries.ts';
import { lookupCode, provinceOfCpa } from '#web/parts/zip-lookup/zip-places.ts';
import { zipsFound } from '#web/parts/zip-lookup/zip-province-check.ts';

/** An hour: postal codes hardly ever change. */
const STALE_TIME_MS = 3_600_000;

/** Provinces of the region of a code that the table lacks (readings C48); every one while the code has no digits. */
function provincesOfRegion(typed: string): string[] {
  const region = parseZip(typed)?.digits.charAt(0) ?? '';
  return provinces.filter(({ letter }) => ZIP_REGIONS[region]?.includes(letter) ?? true).map(({ name }) => name);
}

export interface ZipProvinces {
  /** What may be chosen; the provinces of its region when the code is unknown (readings C46, C48). */
  names: readonly string[];
  /** The only one that it can be; null when somebody has to choose. */
  sure: string | null;
  loading: boolean;
  /** True when the table has nothing for this code, or could not be asked. */
  unknown: boolean;
}

const samePlace = (one: string, other: string) => {
  const letter = provinceByName(one)?.letter;
  return letter !== undefined && letter === provinceByName(other)?.letter;
};

function inputOf(typed: string) {
  const code = lookupCode(typed);
  return code === null ? null : { query: { filter: { code } } };
}

/** The postal code as its provinces were answered; null before the answer, and after a failed one. */
export function cachedProvinces(typed: string): ListedZips | null {
  const input = inputOf(typed);
  const answer = input && cachedReply(provincesOfZipCode, input);
  return answer
    ? zipsFound(
        typed,
        (answer.results?.provinces ?? []).map(({ name }) => name),
      )
    : null;
}

/** Provinces of a postal code as it is typed, from four characters on (D2 §5, §7). */
export function useProvinces(typed: string): ZipProvinces {
  const input = inputOf(typed);
  const answer = useApiQuery(provincesOfZipCode, input, { staleTime: STALE_TIME_MS, keepPrevious: false });
  // The first failure counts: a second try behind it may still fill the list.
  const failed = answer.failureCount > 0 && !answer.data;
  const found = ((input !== null && answer.data?.results?.provinces) || []).map(({ name }) => name);
  const unknown = input !== null && (failed || answer.isSuccess) && found.length === 0;
  const names = unknown ? provincesOfRegion(typed) : found;
  // A CPA begins with its province's letter.
  const ofLetter = provinceOfCpa(typed);
  const [only] = found;
  const sure = found.length === 1 ? only : names.find((name) => ofLetter !== null && samePlace(name, ofLetter));
  return { names, sure: sure ?? null, loading: input !== null && answer.isPending && !failed, unknown };
}
