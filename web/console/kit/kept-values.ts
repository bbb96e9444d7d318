import type * as z from 'zod/mini';
import { storage } from '#web/kit/lib/storage.ts';
import { createStore, useStore } from '#web/kit/lib/store.ts';

/** Values that this browser keeps by name until they are sent, so that a reload or an ended session loses nothing. */
export interface KeptValues<T> {
  get(name: string): T;
  /** Returns a value, and renders again when it changes, also in another tab. */
  useValue(name: string): T;
  set(name: string, value: T): void;
  drop(name: string): void;
}

/**
 * Keeps values in the browser's storage.
 *
 * @param prefix of the storage's keys
 * @param schema of a value; another one counts as none
 * @param none value of a name that has none
 */
export function keepValues<T>(prefix: string, schema: z.ZodMiniType<T>, none: T): KeptValues<T> {
  const read = (key: string): T => {
    try {
      return schema.parse(JSON.parse(storage.read(key) ?? ''));
    } catch {
      return none;
    }
  };
  const values = createStore<Readonly<Record<string, T>>>(
    Object.fromEntries(storage.keys(prefix).map((key) => [key.slice(prefix.length), read(key)])),
  );
  window.addEventListener('storage', ({ key }) => {
    if (key?.startsWith(prefix)) values.set({ ...values.get(), [key.slice(prefix.length)]: read(key) });
  });
  return {
    get: (name) => values.get()[name] ?? none,
    useValue: (name) => useStore(values)[name] ?? none,
    set(name, value) {
      storage.write(prefix + name, JSON.stringify(value));
      values.set({ ...values.get(), [name]: value });
    },
    drop(name) {
      storage.remove(prefix + name);
      const { [name]: dropped, ...others } = values.get();
      if (dropped !== undefined) values.set(others);
    },
  };
}
