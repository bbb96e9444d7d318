import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '#test/fake-browser.ts';

vi.useFakeTimers();
fakeBrowser();
Object.assign(window, { setTimeout, clearTimeout });
const page = { visibilityState: 'visible', addEventListener: () => undefined };
vi.stubGlobal('document', page);
const { queryClient } = await import('./queries.ts');
const { markStale } = await import('./stale-queries.ts');

const everything = () => true;
let stop: () => void;
/** Answers that were asked for, and how each is given. */
let asked: ((answer: number) => void)[];

beforeEach(async () => {
  asked = [];
  page.visibilityState = 'visible';
  const queryFn = () => new Promise<number>((resolve) => asked.push(resolve));
  const observer = new QueryObserver(queryClient, { queryKey: ['GET', '/shown', {}], queryFn });
  stop = observer.subscribe(() => undefined);
  await answer(0);
  // Whatever was read before is long ago.
  await vi.advanceTimersByTimeAsync(10_000);
});
afterEach(() => {
  stop();
  queryClient.clear();
});

async function answer(value: number): Promise<void> {
  asked.at(-1)?.(value);
  await vi.advanceTimersByTimeAsync(0);
}

test('a change is read at once, a burst of them once more a second later', async () => {
  markStale(everything);
  await answer(1);
  expect(asked).toHaveLength(2);
  for (let n = 0; n < 20; n++) {
    markStale(everything);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_000);
  await answer(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(3);
});

test('an answer that is on its way when something changes is let come, and read again', async () => {
  markStale(everything);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(2);
  markStale(everything);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).toHaveLength(2);
  await answer(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveLength(3);
  await answer(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(3);
});

test('a hidden page reads nothing; what it shows is old when it is looked at', async () => {
  page.visibilityState = 'hidden';
  markStale(everything);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(1);
  expect(queryClient.getQueryState(['GET', '/shown', {}])?.isInvalidated).toBe(true);
});

test('what a form is written over stays as it was read', async () => {
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

test('what isn’t shown is not read, and what isn’t old stays', async () => {
  queryClient.setQueryData(['GET', '/elsewhere', {}], 1);
  markStale(({ path }) => path === '/elsewhere');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(1);
  expect(queryClient.getQueryState(['GET', '/elsewhere', {}])?.isInvalidated).toBe(true);
});
