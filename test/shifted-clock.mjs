// Shifts the time of a process by `TEST_CLOCK_OFFSET_MS`, so that a test run is the same on every day. Timers and performance.now()
// stay as they are. Node loads this file before all others, also in the processes that tests start (test/test-time.ts).
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const clock = { offset: Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0), realNow: Date.now, shiftDate };

/** Replaces `Date` by one that is ahead by the offset of a clock. Refers to nothing outside, so that pages can run its source, too. */
function shiftDate(shifted) {
  const RealDate = Date;
  const now = () => RealDate.now() + shifted.offset;
  function ShiftedDate(...args) {
    if (!new.target) return new RealDate(now()).toString();
    return Reflect.construct(
      RealDate,
      args.length > 0 ? args : [now()],
      new.target === ShiftedDate ? RealDate : new.target,
    );
  }
  Object.setPrototypeOf(ShiftedDate, RealDate);
  Object.defineProperties(ShiftedDate, {
    name: { value: 'Date' },
    length: { value: RealDate.length },
    prototype: { value: RealDate.prototype },
    now: { value: now, writable: true, configurable: true },
  });
  RealDate.prototype.constructor = ShiftedDate;
  globalThis.Date = ShiftedDate;
}

shiftDate(clock);

// Vite may load test/test-time.ts more than once in a process.
globalThis[Symbol.for('remito.shifted-clock')] = clock;

// A database that this process migrates has the same time.
const { readFile } = fs;
fs.readFile = async (path, ...options) => {
  const content = await readFile(path, ...options);
  if (typeof content !== 'string' || !String(path).endsWith('0001_installation.sql')) return content;
  return content.replace('RETURN now()', `RETURN now() + interval '${clock.offset} ms'`);
};
syncBuiltinESMExports();
