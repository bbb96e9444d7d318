import { HOUR_MS } from '#shared/kit/time-units.ts';
import { provincesOfZipCode } from '#shared/orders/lookups.ts';
import { provinceByName, provinces } from '#shared/orders/rules/place/provinces.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
import { type ListedZips, zipRegion } from '#shared/orders/rules/place/zip-province.ts';
import { cachedReply, useApiQuery } from '#web/kit/call/queries.ts';
import { lookupCode, provinceOfCpa } from '#web/orders/place/zip-places.ts';
import { zipsFound } from '#web/orders/place/zip-province-check.ts';

/** One hour: postal codes rarely change. */
const STALE_TIME_MS = HOUR_MS;

/** Returns the provinces of the region of an unlisted code (readings C48), or all provinces for a code without digits. */
function provincesOfRegion(typed: string): string[] {
  const region = zipRegion(parseZip(typed)?.digits ?? '');
  return provinces.filter(({ letter }) => region.length === 0 || region.includes(letter)).map(({ name }) => name);
}

export interface ZipProvinces {
  /** Names to choose from; for an unlisted code, the provinces of its region (readings C46, C48). */
  names: readonly string[];
  /** The only possible province; null when the user has to choose. */
  sure: string | null;
  loading: boolean;
  /** True when the code is unlisted or the lookup failed. */
  unknown: boolean;
}

const isSameProvince = (a: string, b: string) => {
  const letter = provinceByName(a)?.letter;
  return letter !== undefined && letter === provinceByName(b)?.letter;
};

function inputOf(typed: string) {
  const code = lookupCode(typed);
  return code === null ? null : { query: { filter: { code } } };
}

/** Returns the cached provinces of a postal code; null before a successful lookup. */
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

/** Looks up the provinces of a postal code while it is typed, from four characters on (D2 §5, §7). */
export function useProvinces(typed: string): ZipProvinces {
  const input = inputOf(typed);
  const answer = useApiQuery(provincesOfZipCode, input, { staleTime: STALE_TIME_MS });
  // The first failure shows the fallback; the automatic retry may still fill the list.
  const failed = answer.failureCount > 0 && !answer.data;
  const found = ((input !== null && answer.data?.results?.provinces) || []).map(({ name }) => name);
  const unknown = input !== null && (failed || answer.isSuccess) && found.length === 0;
  const names = unknown ? provincesOfRegion(typed) : found;
  // A CPA begins with its province's letter.
  const cpaProvince = provinceOfCpa(typed);
  const [only] = found;
  const sure =
    found.length === 1 ? only : names.find((name) => cpaProvince !== null && isSameProvince(name, cpaProvince));
  return { names, sure: sure ?? null, loading: input !== null && answer.isPending && !failed, unknown };
}
