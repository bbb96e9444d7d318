import type { Clock } from './clock.ts';

/** Lets work through unless it has failed too often. */
export type CircuitBreaker = <T>(work: () => Promise<T>, failed: (outcome: T | Error) => boolean) => Promise<T>;

/** The breaker is open: the service is left alone for a while. */
export class CircuitOpen extends Error {}

/**
 * After so many failures in a row nothing is tried for a while; then one attempt says whether it goes on.
 *
 * @param onChange hears after each attempt whether the service is left alone
 * @throws (from the breaker) CircuitOpen while nothing is tried
 */
export function createCircuitBreaker(
  { failures, openMs }: { failures: number; openMs: number },
  clock: Clock,
  onChange: (isOpen: boolean) => void = () => {},
): CircuitBreaker {
  let consecutiveFailures = 0;
  let openUntil = 0;

  function count(bad: boolean): void {
    consecutiveFailures = bad ? consecutiveFailures + 1 : 0;
    if (consecutiveFailures >= failures) openUntil = clock().getTime() + openMs;
    onChange(consecutiveFailures >= failures);
  }

  return async (work, failed) => {
    const now = clock().getTime();
    if (consecutiveFailures >= failures) {
      if (now < openUntil) throw new CircuitOpen('too many failures in a row');
      // Whoever comes while this one is tried still finds it resting.
      openUntil = now + openMs;
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
