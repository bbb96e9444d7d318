import { findZipCodes, type ZipCode } from '#shared/orders/lookups.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
import { fetchApiQuery } from '#web/kit/call/queries.ts';
import { lookupInput } from './zip-places.ts';

/** Milliseconds to wait for the localities: forms work without them, and offline they never arrive. */
const LOOKUP_TIMEOUT_MS = 2_000;

const timeout = () => new Promise<null>((resolve) => setTimeout(resolve, LOOKUP_TIMEOUT_MS, null));

/** Looks up the localities of a postal code; none for a text without one, and if the look-up fails or takes too long. */
export async function findLocalities(zip: string): Promise<readonly ZipCode[]> {
  const input = lookupInput(parseZip(zip)?.digits ?? '');
  if (!input) return [];
  const reply = await Promise.race([fetchApiQuery(findZipCodes, input).catch(() => null), timeout()]);
  return reply?.results ?? [];
}
