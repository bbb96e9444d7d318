import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { findPickupPoints, type NearPoint } from '#shared/orders/pickup-points.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';

/** One minute: a point may be closed while a form is open, and the gateway decides anyway. */
const STALE_TIME_MS = MINUTE_MS;

export interface NearPoints {
  /** The searched postal code; null while none is typed. */
  zip: string | null;
  /** The nearest first; undefined until they are known. */
  points: readonly NearPoint[] | undefined;
  failed: boolean;
  retry: () => void;
}

/**
 * Finds the pickup points near a postal code.
 *
 * @param typed a postal code, perhaps incomplete; null disables the search
 */
export function useNearPoints(typed: string | null): NearPoints {
  const zip = parseZip(typed ?? '')?.written ?? null;
  const answer = useApiQuery(findPickupPoints, zip === null ? null : { query: { zip_code: zip } }, {
    staleTime: STALE_TIME_MS,
  });
  return {
    zip,
    points: zip === null ? undefined : answer.data?.results,
    failed: zip !== null && answer.isError && !answer.data,
    retry: () => void answer.refetch(),
  };
}
