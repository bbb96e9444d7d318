import { provincesOfZipCode } from '#shared/places.ts';
import { provinces as all, provinceByName } from '#shared/rules/provinces.ts';
import { useCall } from '#web/lib/queries.ts';
import { lookupCode, provinceOfCpa } from '#web/parts/zip-lookup/zip-places.ts';

/** An hour: postal codes hardly ever change. */
const SELDOM = 3_600_000;

const EVERY = all.map(({ name }) => name);

export interface ZipProvinces {
  /** What may be chosen; every province when the code is unknown (readings C46). */
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

/** Provinces of a postal code as it is typed, from four characters on (D2 §5, §7). */
export function useProvinces(typed: string): ZipProvinces {
  const code = lookupCode(typed);
  const answer = useCall(provincesOfZipCode, code === null ? null : { query: { filter: { code } } }, {
    staleTime: SELDOM,
    keepPrevious: false,
  });
  // The first failure counts: a second try behind it may still fill the list.
  const failed = answer.failureCount > 0 && !answer.data;
  const found = ((code !== null && answer.data?.results?.provinces) || []).map(({ name }) => name);
  const unknown = code !== null && (failed || answer.isSuccess) && found.length === 0;
  const names = unknown ? EVERY : found;
  // A CPA begins with its province's letter.
  const ofLetter = provinceOfCpa(typed);
  const [only] = found;
  const sure = found.length === 1 ? only : names.find((name) => ofLetter !== null && samePlace(name, ofLetter));
  return { names, sure: sure ?? null, loading: code !== null && answer.isPending && !failed, unknown };
}
