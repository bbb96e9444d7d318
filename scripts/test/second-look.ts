import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Failure } from './failure.ts';

/** Tests that may get a second look: only the timing of a browser or of its imitation may make a test fail by chance. */
const BROWSER = /^test\/(?:e2e|screens)\//;

/**
 * Tests of the browser that get none either: what they guard must hold in every run, and a fault in it may show only by chance.
 * Patterns of paths, by what they guard.
 */
export const PROTECTED: Readonly<Record<string, RegExp>> = {
  isolation: /live|tracking|capabilities|foreign-gateway|console-clients|personal-data/,
  login: /access\.|account|activation|invitation|session|second-factor|passkey/,
  permissions: /permission|factor|staff|approval|team/,
  audit: /activity/,
  payments: /payment|checkout|charge|tariff|calculator|order-actions|detail-actions|cancel|bulk-list/,
  'orders created once': /new-order-saving|repeat|bulk-upload|bulk-shops|bulk-excel|journey/,
  stock: /stock/,
};

/** Maximum tests of a run that may pass by a second look. */
const MAX_SECOND_LOOKS = 3;

/** Number of runs within which a test may pass only once by a second look. */
const RUNS = 10;

/** Tests that passed by a second look, by the number of their run on this checkout. */
export interface SecondLooks {
  /** Number of the last run. */
  run: number;
  listed: readonly { run: number; what: string; reasons: readonly string[] }[];
}

/** Returns why a failure gets no second look; null if it gets one. */
export function refusalOf({ what, file }: Failure, { run, listed }: SecondLooks): string | null {
  if (!file) return 'only tests get a second look';
  if (!BROWSER.test(file)) return 'only tests of the browser and of screens get a second look';
  const guarded = Object.entries(PROTECTED).find(([, pattern]) => pattern.test(file))?.[0];
  if (guarded) return `tests of ${guarded} get no second look`;
  const earlier = listed.find((one) => one.what === what && run - one.run < RUNS);
  return earlier ? `it passed by a second look ${run - earlier.run} runs ago, and wasn’t mended` : null;
}

/** Returns the failures that get a second look: all, or none if a single one is refused or if they are too many. */
export function chooseSecondLooks(failures: readonly Failure[], history: SecondLooks): readonly Failure[] {
  if (failures.length > MAX_SECOND_LOOKS) return [];
  return failures.every((failure) => refusalOf(failure, history) === null) ? failures : [];
}

/** Reads the second looks of earlier runs, and counts this run. */
export function readSecondLooks(path: string): SecondLooks {
  const { run, listed }: SecondLooks = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : { run: 0, listed: [] };
  return { run: run + 1, listed: listed.filter((one) => run + 1 - one.run < RUNS) };
}

/**
 * Writes the second looks with those of this run.
 *
 * @param remaining failures of this run: a listed test that failed again isn't mended, and stays listed for another ten runs
 */
export function writeSecondLooks(
  path: string,
  { run, listed }: SecondLooks,
  { passed, remaining }: { passed: readonly Failure[]; remaining: readonly Failure[] },
): void {
  const renewed = remaining.filter((failure) => listed.some(({ what }) => what === failure.what));
  const added = [...passed, ...renewed].map(({ what, reasons }) => ({ run, what, reasons }));
  const kept = listed.filter((one) => !added.some(({ what }) => what === one.what));
  writeFileSync(path, `${JSON.stringify({ run, listed: [...kept, ...added] }, null, 2)}\n`);
}
