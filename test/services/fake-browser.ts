import { vi } from 'vitest';

/** A fake browser for `web/kit`: storage, history, location and events. */
export interface FakeBrowser {
  storage: Map<string, string>;
  /** Dispatches an event to the window's listeners, for example after a write in another tab. */
  emit(type: string, event?: object): void;
}

/** Installs the globals of a browser. Modules that read them at load time must be imported afterwards. */
export function fakeBrowser(path = '/'): FakeBrowser {
  const storage = new Map<string, string>();
  const listeners = new Map<string, ((event: object) => void)[]>();
  const location = { pathname: path, search: '', hash: '', assign: vi.fn() };
  const entries: { state: unknown; url: string }[] = [{ state: null, url: path }];
  let at = 0;
  const arrive = () => {
    const next = new URL(entries[at]?.url ?? path, 'http://portal');
    Object.assign(location, { pathname: next.pathname, search: next.search, hash: next.hash });
  };
  const emit: FakeBrowser['emit'] = (type, event = {}) => {
    for (const listener of listeners.get(type) ?? []) listener(event);
  };
  const history = {
    get state() {
      return entries[at]?.state ?? null;
    },
    pushState(state: unknown, _: string, url: string) {
      entries.splice(++at, Number.POSITIVE_INFINITY, { state, url });
      arrive();
    },
    replaceState(state: unknown, _: string, url: string) {
      entries[at] = { state, url };
      arrive();
    },
    go(delta: number) {
      at = Math.min(entries.length - 1, Math.max(0, at + delta));
      arrive();
      emit('popstate');
    },
  };
  // Keys are own properties, as in a browser.
  const localStorage = new Proxy(
    {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    },
    {
      ownKeys: () => [...storage.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  );
  vi.stubGlobal('window', {
    localStorage,
    location,
    history,
    addEventListener: (type: string, listener: (event: object) => void) =>
      listeners.set(type, [...(listeners.get(type) ?? []), listener]),
  });
  vi.stubGlobal('navigator', { onLine: true });
  return { storage, emit };
}
