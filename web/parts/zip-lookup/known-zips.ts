import { findZipCodes } from '#shared/places.ts';
import type { ListedZips } from '#shared/rules/zip-province.ts';
import { answeredBefore } from '#web/lib/queries.ts';
import { zipsFound } from './place-check.ts';
import { lookupInput } from './zip-places.ts';

/** The postal code of an address as its look-up answered it; null before the answer, and after a failed one. */
export function knownZip(typed: string): ListedZips | null {
  const input = lookupInput(typed);
  const answer = input && answeredBefore(findZipCodes, input);
  if (!answer) return null;
  return zipsFound(
    typed,
    (answer.results ?? []).map(({ province }) => province),
  );
}
