import { findZipCodes } from '#shared/orders/lookups.ts';
import type { ListedZips } from '#shared/orders/rules/place/zip-province.ts';
import { cachedReply } from '#web/kit/call/queries.ts';
import { lookupInput } from './zip-places.ts';
import { zipsFound } from './zip-province-check.ts';

/** Returns the cached lookup of a postal code; null before the reply and after a failure. */
export function cachedZip(typed: string): ListedZips | null {
  const input = lookupInput(typed);
  const answer = input && cachedReply(findZipCodes, input);
  if (!answer) return null;
  return zipsFound(
    typed,
    answer.results.map(({ province }) => province),
  );
}
