import type { Day } from '#shared/kit/days.ts';

interface Version {
  /** First day, YYYY-MM-DD. */
  valid_from: string;
}

/** Returns the version that applies on a day, of versions with the latest first; undefined before the first one. */
export const versionOn = <V extends Version>(versions: readonly V[], day: Day): V | undefined =>
  versions.find(({ valid_from }) => valid_from <= day);

/** Returns the version that replaces it next; undefined without a later one. */
export function versionAfter<V extends Version>(versions: readonly V[], day: Day): V | undefined {
  const next = versions.findLast(({ valid_from }) => valid_from > day)?.valid_from;
  return next === undefined ? undefined : versionOn(versions, next);
}
