import { onTestFinished, vi } from 'vitest';

/** Applies the phone layout until the test ends: cards in place of tables, filters in a dialog. */
export function showOnPhone(): void {
  const media = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (query) => ({ media: query, matches: true, addEventListener() {}, removeEventListener() {} }) as never,
    );
  onTestFinished(() => media.mockRestore());
}

/** Sets the clock until the test ends. Timers stay real. */
export function setTime(at: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
  onTestFinished(() => void vi.useRealTimers());
}

/**
 * Runs a part of a test with timers and intervals that `vi.advanceTimersByTimeAsync` advances, as real time does. The window's animation
 * frames use an interval: without their end, they would wait in all later tests of the process for one that never ticks again.
 */
export async function withFakeTimers(part: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  });
  try {
    await part();
  } finally {
    await vi.advanceTimersByTimeAsync(100);
    vi.useRealTimers();
  }
}

/** Sets the browser's time zone until the test ends. */
export function setTimeZone(name: string): void {
  const before = process.env.TZ;
  process.env.TZ = name;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
}
