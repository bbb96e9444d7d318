import { useCallback, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/**
 * Stores a display choice (theme, folded menu, density) in the browser under `remito.{name}`, shared by all components
 * and tabs. Ignores unexpected stored values.
 */
export function usePersistedChoice<T extends string>(
  name: string,
  choices: readonly T[],
  initial: T,
): [T, (next: T) => void] {
  const key = `remito.${name}`;
  const stored = useSyncExternalStore(subscribe, () => read(key));
  const value = choices.find((choice) => JSON.stringify(choice) === stored) ?? initial;
  const choose = useCallback(
    (next: T) => {
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Without storage the choice lasts only for this visit.
      }
      for (const listener of listeners) listener();
    },
    [key],
  );
  return [value, choose];
}
