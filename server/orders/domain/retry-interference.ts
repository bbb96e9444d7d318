import { UNIQUE_VIOLATION } from '#server/platform/unique-violation.ts';

/** Attempts of a transaction that a concurrent one interferes with. */
const MAX_ATTEMPTS = 3;

/** SQLSTATEs of a lock timeout, and of a unique key that a concurrent transaction has just inserted. */
const RETRYABLE_CODES: ReadonlySet<unknown> = new Set(['55P03', UNIQUE_VIOLATION]);

/** Runs a transaction again if a concurrent one held its locks for too long, or inserted the same key. */
export async function retryInterference<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !RETRYABLE_CODES.has((error as { code?: unknown }).code)) throw error;
    }
  }
}
