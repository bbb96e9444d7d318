import { createPath, type Location, NavigationType, type Navigator, parsePath, type To } from 'react-router';

/** The current address, and the type of navigation that led to it. */
export interface HistoryEntry {
  location: Location;
  action: NavigationType;
}

/** Asks the user whether to leave a page with unsaved changes; calls `go` if the user agrees. */
export type NavigationGuard = (go: () => void) => void;

interface EntryState {
  usr: unknown;
  key: string;
  idx: number;
}

/**
 * Reads the entry from the browser.
 *
 * @param unnamed key of an entry without one: 'default', as in React Router, only for the first page of the visit
 */
function readEntry(action: NavigationType, unnamed: string): HistoryEntry {
  const { usr = null, key = unnamed } = (window.history.state ?? {}) as Partial<EntryState>;
  const { pathname, search, hash } = window.location;
  return { location: { pathname, search, hash, state: usr, key }, action };
}

const indexNow = () => (window.history.state as Partial<EntryState> | null)?.idx ?? 0;

let current = readEntry(NavigationType.Pop, 'default');
let index = indexNow();
let activeGuard: NavigationGuard | null = null;
/** True until the `popstate` of the step that reverted a blocked "back". */
let undoing = false;
/** True until the `popstate` of a "back" that the user confirmed. */
let confirmed = false;
const listeners = new Set<() => void>();

function arrive(action: NavigationType): void {
  current = readEntry(action, 'first');
  index = indexNow();
  for (const listener of listeners) listener();
}

function resolve(to: To): string {
  const { pathname, search, hash } = typeof to === 'string' ? parsePath(to) : to;
  return createPath({ pathname: pathname || current.location.pathname, search, hash });
}

function write(action: NavigationType.Push | NavigationType.Replace, to: To, usr: unknown): void {
  const next = action === NavigationType.Push ? index + 1 : index;
  const state: EntryState = { usr: usr ?? null, key: Math.random().toString(36).slice(2, 10), idx: next };
  if (action === NavigationType.Push) window.history.pushState(state, '', resolve(to));
  else window.history.replaceState(state, '', resolve(to));
  arrive(action);
}

function guarded(to: To, go: () => void): void {
  const samePage = parsePath(resolve(to)).pathname === current.location.pathname;
  if (activeGuard && !samePage) activeGuard(go);
  else go();
}

function handlePop(): void {
  if (undoing) {
    undoing = false;
    return;
  }
  const delta = indexNow() - index;
  const leaves = window.location.pathname !== current.location.pathname;
  if (!activeGuard || confirmed || !leaves || delta === 0) {
    confirmed = false;
    arrive(NavigationType.Pop);
    return;
  }
  undoing = true;
  window.history.go(-delta);
  activeGuard(() => {
    confirmed = true;
    window.history.go(delta);
  });
}

/** Handles the browser's "back" and "forward". */
export function startHistory(): void {
  window.addEventListener('popstate', handlePop);
}

/** React Router's navigator over the browser's history; asks before the user leaves unsaved changes (decision 0037). */
export const history: Navigator & {
  /** Returns the current entry. */
  entry(): HistoryEntry;
  /** Calls the listener after each navigation; returns a function that stops it. */
  listen(listener: () => void): () => void;
  /** Replaces the entry without asking, for a session that ended. */
  force(to: To, state?: unknown): void;
  /**
   * Calls the guard before every change of page until the returned function is called. Only one guard is active at a
   * time.
   */
  guard(nextGuard: NavigationGuard): () => void;
} = {
  createHref: resolve,
  go: (delta) => window.history.go(delta),
  push: (to, state) => guarded(to, () => write(NavigationType.Push, to, state)),
  replace: (to, state) => guarded(to, () => write(NavigationType.Replace, to, state)),
  force: (to, state) => write(NavigationType.Replace, to, state),
  entry: () => current,
  listen(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  guard(guard) {
    activeGuard = guard;
    return () => {
      if (activeGuard === guard) activeGuard = null;
    };
  },
};
