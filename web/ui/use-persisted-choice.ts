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
 * A choice about the screen (theme, folded menu, density) that this browser remembers under `remito.{name}`, shared by
 * every component and tab that asks for it. Anything unexpected in the storage counts as no choice.
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
        // A closed storage forgets the choice at the next visit; nothing else is lost.
      }
      for (const listener of listeners) listener();
    },
    [key],
  );
  return [value, choose];
}
