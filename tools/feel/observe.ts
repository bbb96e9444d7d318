import type { Page } from '@playwright/test';

/** Measurements of the page. */
interface PageMetrics {
  /** Layout shift without user input, the largest session window (web.dev, CLS). */
  shift: number;
  /** Milliseconds from the slowest event since the last reset to its paint. */
  longest: number;
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Runs in the page first: observes layout shifts and durations of events. */
export function observe(): void {
  const pageMetrics: PageMetrics = { shift: 0, longest: 0 };
  Reflect.set(window, 'pageMetrics', pageMetrics);
  let session = { sum: 0, start: 0, last: 0 };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      if (startTime - session.last > 1000 || startTime - session.start > 5000)
        session = { sum: 0, start: startTime, last: 0 };
      session.sum += value;
      session.last = startTime;
      pageMetrics.shift = Math.max(pageMetrics.shift, session.sum);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      // Excludes pointer movements, which aren't deliberate input.
      if (entry.interactionId) pageMetrics.longest = Math.max(pageMetrics.longest, entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

const read = (page: Page) => page.evaluate(() => Reflect.get(window, 'pageMetrics') as PageMetrics);

/** Returns the layout shift of the page since it was loaded. */
export const shifted = async (page: Page): Promise<number> => (await read(page)).shift;

/**
 * Returns the milliseconds until the slowest event of an action was painted; less than 16 aren't reported, and count as
 * 16.
 */
export async function latency(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => Reflect.set(Reflect.get(window, 'pageMetrics'), 'longest', 16));
  await act();
  // The browser reports an entry after the paint.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 150))));
  return Math.round((await read(page)).longest);
}
