// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDebounced } from './use-debounced.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('a debounced value changes once the input stays unchanged for the delay', () => {
  const { result, rerender } = renderHook(({ text }) => useDebounced(text, 300), { initialProps: { text: 'a' } });
  expect(result.current[0]).toBe('a');
  rerender({ text: 'ab' });
  advance(299);
  rerender({ text: 'abc' });
  advance(299);
  expect(result.current[0]).toBe('a');
  advance(1);
  expect(result.current[0]).toBe('abc');
});

test('a flush returns the current value at once', () => {
  const { result, rerender } = renderHook(({ text }) => useDebounced(text, 300), { initialProps: { text: 'a' } });
  rerender({ text: 'ab' });
  act(() => result.current[1]());
  expect(result.current[0]).toBe('ab');
});

test('a new object with the same signature doesn’t restart the delay', () => {
  const { result, rerender } = renderHook(({ value }) => useDebounced(value, 300, JSON.stringify(value)), {
    initialProps: { value: { page: 1 } },
  });
  rerender({ value: { page: 2 } });
  advance(200);
  rerender({ value: { page: 2 } });
  advance(100);
  expect(result.current[0]).toEqual({ page: 2 });
});
