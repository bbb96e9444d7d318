import { useEffect, useState } from 'react';

/**
 * Debounces a value.
 *
 * @param ms milliseconds without a change after which the value is returned
 * @param signature changes when the value does; for values that are a new object at each render
 * @returns the last value that stayed unchanged for `ms`, and a function that returns the current value at once
 */
export function useDebounced<T>(value: T, ms: number, signature: unknown = value): [debounced: T, flush: () => void] {
  const [debounced, setDebounced] = useState<T>(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature changes when the value does
  useEffect(() => {
    const timer = window.setTimeout(() => setDebounced(value), ms);
    return () => window.clearTimeout(timer);
  }, [signature, ms]);
  return [debounced, () => setDebounced(value)];
}
