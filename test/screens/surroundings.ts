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

/** Sets the browser's time zone until the test ends. */
export function setTimeZone(name: string): void {
  const before = process.env.TZ;
  process.env.TZ = name;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
}
