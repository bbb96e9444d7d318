import { findZipCodes, type ZipCode } from '#shared/lookups.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { lookupInput } from '#web/parts/zip-lookup/zip-places.ts';

/** An hour: postal codes hardly ever change. */
const STALE_TIME_MS = 3_600_000;

export interface ZipLookup {
  places: readonly ZipCode[];
  loading: boolean;
  /** True when the table has nothing for this code, or could not be asked: the address is then typed (readings C46). */
  unknown: boolean;
}

/**
 * Localities of a postal code as it is typed: asked for from four characters on, once for each code; what an earlier
 * text is answered doesn't count. A failure is an empty answer (D1 §8).
 */
export function useZipLookup(typed: string): ZipLookup {
  const input = lookupInput(typed);
  const answer = useApiQuery(findZipCodes, input, { staleTime: STALE_TIME_MS, keepPrevious: false });
  // The first failure counts: a second try behind it may still fill the list.
  const failed = answer.failureCount > 0 && !answer.data;
  const places = (input !== null && answer.data?.results) || [];
  return {
    places,
    loading: input !== null && answer.isPending && !failed,
    unknown: input !== null && (failed || answer.isSuccess) && places.length === 0,
  };
}
