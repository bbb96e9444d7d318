import type { Query } from '@tanstack/react-query';
import { inBackground, queries } from './queries.ts';

/** An answer that is kept: to which call, asked with what, and what it says; `reply` is undefined until it came. */
export interface KeptAnswer {
  /** The call's path as the contract writes it. */
  path: string;
  input: unknown;
  reply: unknown;
}

/** Least milliseconds between two readings: a burst of changes is read once. */
const PAUSE = 1_000;

const cache = queries.getQueryCache();
/** Answers that were on their way when they became old: they may say what was before, or after. */
const unsure = new Set<Query>();
let timer = 0;
let readAt = 0;

const keptAnswer = ({ queryKey: [, path, input], state }: Query): KeptAnswer => ({
  path: String(path),
  input,
  reply: state.data,
});

/** Whether somebody writes over it, so that it must stay as it was read. */
const isFixed = ({ observers }: Query) =>
  observers.some(({ options }) => options.staleTime === Number.POSITIVE_INFINITY);

/** Every answer that is kept, shown or not. */
export const keptAnswers = (): KeptAnswer[] => cache.getAll().map(keptAnswer);

/**
 * Takes answers for old, because something changed: those that the page shows are read again, at most once a second and
 * without counting as activity of the session, the others when they are shown. A hidden page waits until it is looked at,
 * and what a form is written over stays as it is.
 */
export function takeForOld(isOld: (answer: KeptAnswer) => boolean): void {
  for (const query of cache.getAll()) {
    if (isFixed(query) || !isOld(keptAnswer(query))) continue;
    query.invalidate();
    if (query.state.fetchStatus === 'fetching') unsure.add(query);
  }
  readSoon();
}

function readSoon(): void {
  if (timer === 0) timer = window.setTimeout(readAgain, Math.max(0, readAt + PAUSE - Date.now()));
}

function readAgain(): void {
  timer = 0;
  readAt = Date.now();
  for (const query of unsure) {
    if (query.state.fetchStatus === 'fetching') continue;
    unsure.delete(query);
    query.invalidate();
  }
  if (unsure.size > 0) readSoon();
  // What is old is read by itself when the page is looked at again.
  if (document.visibilityState === 'hidden') return;
  inBackground(() => {
    const isDue = ({ state }: Query) => state.isInvalidated && state.fetchStatus === 'idle';
    void queries.refetchQueries({ type: 'active', predicate: isDue }, { cancelRefetch: false });
  });
}
