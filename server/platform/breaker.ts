import type { Clock } from './clock.ts';

/** Lets work through unless it has failed too often. */
export type Breaker = <T>(work: () => Promise<T>, failed: (outcome: T | Error) => boolean) => Promise<T>;

/** The breaker is open: the service is left alone for a while. */
export class Resting extends Error {}

/**
 * After so many failures in a row nothing is tried for a while; then one attempt says whether it goes on.
 *
 * @param told hears after each attempt whether the service is left alone
 * @throws (from the breaker) Resting while nothing is tried
 */
export function createBreaker(
  { failures, restMs }: { failures: number; restMs: number },
  clock: Clock,
  told: (resting: boolean) => void = () => {},
): Breaker {
  let inRow = 0;
  let restsUntil = 0;

  function count(bad: boolean): void {
    inRow = bad ? inRow + 1 : 0;
    if (inRow >= failures) restsUntil = clock().getTime() + restMs;
    told(inRow >= failures);
  }

  return async (work, failed) => {
    const now = clock().getTime();
    if (inRow >= failures) {
      if (now < restsUntil) throw new Resting('too many failures in a row');
      // Whoever comes while this one is tried still finds it resting.
      restsUntil = now + restMs;
    }
    let outcome: Awaited<ReturnType<typeof work>>;
    try {
      outcome = await work();
    } catch (error) {
      count(failed(error as Error));
      throw error;
    }
    count(failed(outcome));
    return outcome;
  };
}
