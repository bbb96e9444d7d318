import { createPath, type Location, NavigationType, type Navigator, parsePath, type To } from 'react-router';

/** Where the browser is, and how it came there. */
export interface Place {
  location: Location;
  action: NavigationType;
}

/** Asked before a page with unsaved changes is left; calls `go` when the person agrees. */
export type LeaveAsk = (go: () => void) => void;

interface EntryState {
  usr: unknown;
  key: string;
  idx: number;
}

/**
 * Reads the place from the browser.
 *
 * @param unnamed key of an entry that has none: 'default', as in React Router, only while the visit begins there
 */
function readPlace(action: NavigationType, unnamed: string): Place {
  const { usr = null, key = unnamed } = (window.history.state ?? {}) as Partial<EntryState>;
  const { pathname, search, hash } = window.location;
  return { location: { pathname, search, hash, state: usr, key }, action };
}

const indexNow = () => (window.history.state as Partial<EntryState> | null)?.idx ?? 0;

let place = readPlace(NavigationType.Pop, 'default');
let index = indexNow();
let ask: LeaveAsk | null = null;
/** Steps back that undo a refused "back": their event must change nothing. */
let undoing = false;
/** Set while a "back" that the person agreed to is on its way. */
let agreed = false;
const listeners = new Set<() => void>();

function arrive(action: NavigationType): void {
  place = readPlace(action, 'first');
  index = indexNow();
  for (const listener of listeners) listener();
}

function resolve(to: To): string {
  const { pathname, search, hash } = typeof to === 'string' ? parsePath(to) : to;
  return createPath({ pathname: pathname || place.location.pathname, search, hash });
}

function write(action: NavigationType.Push | NavigationType.Replace, to: To, usr: unknown): void {
  const next = action === NavigationType.Push ? index + 1 : index;
  const state: EntryState = { usr: usr ?? null, key: Math.random().toString(36).slice(2, 10), idx: next };
  if (action === NavigationType.Push) window.history.pushState(state, '', resolve(to));
  else window.history.replaceState(state, '', resolve(to));
  arrive(action);
}

function guarded(to: To, go: () => void): void {
  const samePage = parsePath(resolve(to)).pathname === place.location.pathname;
  if (ask && !samePage) ask(go);
  else go();
}

window.addEventListener('popstate', () => {
  if (undoing) {
    undoing = false;
    return;
  }
  const delta = indexNow() - index;
  const leaves = window.location.pathname !== place.location.pathname;
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
});

/** The router's navigator over the browser's history, with a question before unsaved changes are left. */
export const history: Navigator & {
  /** The place now. */
  place(): Place;
  /** Calls back after each change of place; answers how to stop. */
  listen(listener: () => void): () => void;
  /** Goes without asking: a session that ended leaves nothing to decide. */
  force(to: To, state?: unknown): void;
  /** Asks before every change of page until the answer is called. One page guards itself at a time. */
  guard(question: LeaveAsk): () => void;
} = {
  createHref: resolve,
  go: (delta) => window.history.go(delta),
  push: (to, state) => guarded(to, () => write(NavigationType.Push, to, state)),
  replace: (to, state) => guarded(to, () => write(NavigationType.Replace, to, state)),
  force: (to, state) => write(NavigationType.Replace, to, state),
  place: () => place,
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
