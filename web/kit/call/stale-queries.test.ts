import { QueryObserver } from '@tanstack/react-query';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '#test/services/fake-browser.ts';

vi.useFakeTimers();
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
fakeBrowser();
Object.assign(window, { setTimeout, clearTimeout });
const page = { visibilityState: 'visible', addEventListener: () => undefined };
vi.stubGlobal('document', page);
// An earlier file may have left a timer of these modules.
vi.resetModules();
const { queryClient } = await import('./queries.ts');
const { markStale } = await import('./stale-queries.ts');

const everything = () => true;
let stop: () => void;
/** Pending fetches, as functions that answer them. */
let fetches: ((answer: number) => void)[];

beforeEach(async () => {
  fetches = [];
  page.visibilityState = 'visible';
  const queryFn = () => new Promise<number>((resolve) => fetches.push(resolve));
  const observer = new QueryObserver(queryClient, { queryKey: ['GET', '/shown', {}], queryFn });
  stop = observer.subscribe(() => undefined);
  await answer(0);
  // Ends the rate limit of earlier fetches.
  await vi.advanceTimersByTimeAsync(10_000);
});
afterEach(() => {
  stop();
  queryClient.clear();
});

async function answer(value: number): Promise<void> {
  fetches.at(-1)?.(value);
  await vi.advanceTimersByTimeAsync(0);
}

test('the first change is fetched at once, and a burst of changes in one request a second later', async () => {
  markStale(everything);
  await answer(1);
  expect(fetches).toHaveLength(2);
  for (let n = 0; n < 20; n++) {
    markStale(everything);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(fetches).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_000);
  await answer(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetches).toHaveLength(3);
});

test('a fetch that is pending when something changes completes, and is then repeated', async () => {
  markStale(everything);
  await vi.advanceTimersByTimeAsync(0);
  expect(fetches).toHaveLength(2);
  markStale(everything);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(fetches).toHaveLength(2);
  await answer(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetches).toHaveLength(3);
  await answer(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetches).toHaveLength(3);
});

test('a hidden page fetches nothing; its data are stale when it becomes visible', async () => {
  page.visibilityState = 'hidden';
  markStale(everything);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetches).toHaveLength(1);
  expect(queryClient.getQueryState(['GET', '/shown', {}])?.isInvalidated).toBe(true);
});

test('data that a form was filled from stay unchanged', async () => {
  const queryKey = ['GET', '/written', {}];
  const queryFn = vi.fn(async () => 'first');
  const writing = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY });
  const leave = writing.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  markStale(everything);
  await vi.advanceTimersByTimeAsync(10_000);
  leave();
  expect(queryFn).toHaveBeenCalledTimes(1);
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false);
});

test('stale data are not fetched until they are shown, other data stay fresh', async () => {
  queryClient.setQueryData(['GET', '/elsewhere', {}], 1);
  markStale(({ path }) => path === '/elsewhere');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetches).toHaveLength(1);
  expect(queryClient.getQueryState(['GET', '/elsewhere', {}])?.isInvalidated).toBe(true);
});
