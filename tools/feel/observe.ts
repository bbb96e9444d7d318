import type { Page } from '@playwright/test';

/** What the page has noticed of itself. */
interface Noticed {
  /** Layout shift that nobody caused, as the sum of its session windows' largest (web.dev, CLS). */
  shift: number;
  /** Milliseconds from the longest event since the last reset until what it changed was painted. */
  longest: number;
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** In the page, before everything else: follows layout shifts and how long events take. */
export function observe(): void {
  const noticed: Noticed = { shift: 0, longest: 0 };
  Reflect.set(window, 'noticed', noticed);
  let session = { sum: 0, start: 0, last: 0 };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      if (startTime - session.last > 1000 || startTime - session.start > 5000)
        session = { sum: 0, start: startTime, last: 0 };
      session.sum += value;
      session.last = startTime;
      noticed.shift = Math.max(noticed.shift, session.sum);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      // Only what somebody does, not where the pointer happens to be.
      if (entry.interactionId) noticed.longest = Math.max(noticed.longest, entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

const read = (page: Page) => page.evaluate(() => Reflect.get(window, 'noticed') as Noticed);

/** The layout shift of the page since it was loaded. */
export const shifted = async (page: Page): Promise<number> => (await read(page)).shift;

/** Milliseconds until the slowest event of a deed was answered by a picture; less than 16 aren't told, and count as 16. */
export async function latency(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => Reflect.set(Reflect.get(window, 'noticed'), 'longest', 16));
  await act();
  // Entries come once the picture has.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 150))));
  return Math.round((await read(page)).longest);
}
