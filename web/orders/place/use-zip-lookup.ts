import { HOUR_MS } from '#shared/kit/time-units.ts';
import { findZipCodes, type ZipCode } from '#shared/orders/lookups.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { lookupInput } from './zip-places.ts';

/** One hour: postal codes hardly ever change. */
const STALE_TIME_MS = HOUR_MS;

export interface ZipLookup {
  places: readonly ZipCode[];
  loading: boolean;
  /** True when the table lacks this code or could not be read: the user then types the address (readings C46). */
  unknown: boolean;
}

/**
 * Looks up the localities of a postal code while it is typed: from four characters on, once per code, ignoring results
 * of an earlier text. A failure counts as an empty result (D1 §8).
 */
export function useZipLookup(typed: string): ZipLookup {
  const input = lookupInput(typed);
  const answer = useApiQuery(findZipCodes, input, { staleTime: STALE_TIME_MS });
  // The first failure counts; a retry may still fill the list.
  const failed = answer.failureCount > 0 && !answer.data;
  const places = (input !== null && answer.data?.results) || [];
  return {
    places,
    loading: input !== null && answer.isPending && !failed,
    unknown: input !== null && (failed || answer.isSuccess) && places.length === 0,
  };
}
