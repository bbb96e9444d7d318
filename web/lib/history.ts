import { createPath, type Location, NavigationType, type Navigator, parsePath, type To } from 'react-router';

/** The address that the browser shows, and the navigation that led there. */
export interface HistoryEntry {
  location: Location;
  action: NavigationType;
}

/** Asks whether a page with unsaved changes may be left; calls `go` if it may. */
export type NavigationGuard = (go: () => void) => void;

interface EntryState {
  usr: unknown;
  key: string;
  idx: number;
}

/**
 * Reads the entry from the browser.
 *
 * @param unnamed key of an entry that has none: 'default', as in React Router, only while the visit begins there
 */
function readEntry(action: NavigationType, unnamed: string): HistoryEntry {
  const { usr = null, key = unnamed } = (window.history.state ?? {}) as Partial<EntryState>;
  const { pathname, search, hash } = window.location;
  return { location: { pathname, search, hash, state: usr, key }, action };
}

const indexNow = () => (window.history.state as Partial<EntryState> | null)?.idx ?? 0;

let current = readEntry(NavigationType.Pop, 'default');
let index = indexNow();
let ask: NavigationGuard | null = null;
/** True until the event of a step that undid a blocked "back". */
let undoing = false;
/** True until the event of a "back" that the person confirmed. */
let agreed = false;
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
  if (ask && !samePage) ask(go);
  else go();
}

function handlePop(): void {
  if (undoing) {
    undoing = false;
    return;
  }
  const delta = indexNow() - index;
  const leaves = window.location.pathname !== current.location.pathname;
  if (!ask || agreed || !leaves || delta === 0) {
    agreed = false;
    arrive(NavigationType.Pop);
    return;
  }
  undoing = true;
  window.history.go(-delta);
  ask(() => {
    agreed = true;
    window.history.go(delta);
  });
}

/** Follows the browser's "back" and "forward". */
export function startHistory(): void {
  window.addEventListener('popstate', handlePop);
}

/** React Router's navigator over the browser's history; asks before unsaved changes are left (decision 0037). */
export const history: Navigator & {
  /** Returns the current entry. */
  entry(): HistoryEntry;
  /** Calls the listener after each navigation; returns a function that stops it. */
  listen(listener: () => void): () => void;
  /** Replaces the entry without asking, for a session that ended. */
  force(to: To, state?: unknown): void;
  /** Asks before every change of page until the returned function is called. One page is guarded at a time. */
  guard(question: NavigationGuard): () => void;
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
  guard(question) {
    ask = question;
    return () => {
      if (ask === question) ask = null;
    };
  },
};
