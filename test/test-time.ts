import { pathToFileURL } from 'node:url';

/**
 * Moment at which a test run or a test file begins. `TEST_NOW` changes it, in ISO 8601. By default an ordinary working day, at ten in
 * the morning in Buenos Aires.
 */
export const TEST_NOW = Date.parse(process.env.TEST_NOW || '2026-11-25T13:00:00Z');
if (Number.isNaN(TEST_NOW)) throw new Error(`TEST_NOW isn't a moment in ISO 8601: ${process.env.TEST_NOW}`);

/** The clock of a process that began with test/shifted-clock.mjs. */
interface ShiftedClock {
  /** Difference to the real time in ms. */
  offset: number;
  realNow(): number;
  shiftDate(shifted: { offset: number }): void;
}

/** Returns the shifted clock of this process; undefined in a test runner's main process. */
const clock = () =>
  (globalThis as { [key: symbol]: unknown })[Symbol.for('remito.shifted-clock')] as ShiftedClock | undefined;

const PRELOAD = `--import ${pathToFileURL(`${import.meta.dirname}/shifted-clock.mjs`)}`;

/** Lets the processes that this one starts from now on begin at `TEST_NOW`; they and their own children share the clock. */
export function shiftClockOfChildren(): void {
  if (process.env.TEST_CLOCK_OFFSET_MS) return;
  process.env.TEST_CLOCK_OFFSET_MS = String(TEST_NOW - Date.now());
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, PRELOAD].filter(Boolean).join(' ');
}

/** Sets this process's clock, and that of the processes that it starts from now on, to `TEST_NOW`. */
export function restartClock(): void {
  const shifted = clock();
  if (!shifted) throw new Error('this process was started without test/shifted-clock.mjs');
  shifted.offset = TEST_NOW - shifted.realNow();
  process.env.TEST_CLOCK_OFFSET_MS = String(shifted.offset);
}

/** Difference in ms between this process's clock and the real one. */
export const clockOffset = (): number => clock()?.offset ?? 0;

/** Environment variables with which a process has the clock of this one. */
export const clockEnvironment = (): NodeJS.ProcessEnv =>
  process.env.TEST_CLOCK_OFFSET_MS
    ? { TEST_CLOCK_OFFSET_MS: process.env.TEST_CLOCK_OFFSET_MS, NODE_OPTIONS: process.env.NODE_OPTIONS }
    : {};

/** Returns a script that gives a page the time of this process. Its timers stay as they are. */
export function pageClock(): string {
  const shifted = clock();
  return shifted ? `(${shifted.shiftDate})({ offset: ${shifted.offset} })` : '';
}
