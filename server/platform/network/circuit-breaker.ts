import type { Clock } from '#server/platform/clock.ts';

/** Runs work unless too many attempts in a row have failed. */
export type CircuitBreaker = <T>(work: () => Promise<T>, failed: (outcome: T | Error) => boolean) => Promise<T>;

/** Thrown without running the work while the circuit breaker is open. */
export class CircuitOpen extends Error {}

/**
 * Creates a circuit breaker. It opens for `openMs` after `failures` failures in a row, then runs one trial attempt: a success
 * closes the breaker, a failure opens it again.
 *
 * @param onChange called after each attempt with the breaker's state
 * @throws (from the breaker) CircuitOpen while it is open
 */
export function createCircuitBreaker(
  { failures, openMs }: { failures: number; openMs: number },
  clock: Clock,
  onChange: (isOpen: boolean) => void = () => {},
): CircuitBreaker {
  let consecutiveFailures = 0;
  let openUntil = 0;

  function record(failure: boolean): void {
    consecutiveFailures = failure ? consecutiveFailures + 1 : 0;
    if (consecutiveFailures >= failures) openUntil = clock().getTime() + openMs;
    onChange(consecutiveFailures >= failures);
  }

  return async (work, failed) => {
    const now = clock().getTime();
    if (consecutiveFailures >= failures) {
      if (now < openUntil) throw new CircuitOpen('too many failures in a row');
      // Keeps the breaker open for other callers during this trial attempt.
      openUntil = now + openMs;
    }
    let outcome: Awaited<ReturnType<typeof work>>;
    try {
      outcome = await work();
    } catch (error) {
      record(failed(error as Error));
      throw error;
    }
    record(failed(outcome));
    return outcome;
  };
}
