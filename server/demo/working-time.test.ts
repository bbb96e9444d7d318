import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { seededRandom } from './seed/seeded-random.ts';
import { addWorkingTime, isWorkingTime, nextWorkingMoment, workingTimeBetween } from './working-time.ts';

const at = (text: string) => Date.parse(`${text}-03:00`);

test('the provider works from 8 to 20 h on working days', () => {
  for (const [moment, next] of [
    ['2026-07-15T07:59', '2026-07-15T08:00'],
    ['2026-07-15T08:00', '2026-07-15T08:00'],
    ['2026-07-15T19:59', '2026-07-15T19:59'],
    ['2026-07-15T20:00', '2026-07-16T08:00'],
    // 9 July is a holiday, followed by a Friday and the weekend.
    ['2026-07-08T21:00', '2026-07-10T08:00'],
    ['2026-07-11T12:00', '2026-07-13T08:00'],
  ] as const) {
    expect(nextWorkingMoment(at(moment)), moment).toBe(at(next));
    expect(isWorkingTime(at(moment)), moment).toBe(moment === next);
  }
});

test('evenings, weekends and holidays aren’t working time', () => {
  expect(addWorkingTime(at('2026-07-08T19:00'), 2 * HOUR_MS)).toBe(at('2026-07-10T09:00'));
  expect(addWorkingTime(at('2026-07-08T19:00'), HOUR_MS)).toBe(at('2026-07-10T08:00'));
  expect(addWorkingTime(at('2026-07-11T12:00'), 30 * HOUR_MS)).toBe(at('2026-07-15T14:00'));
  expect(workingTimeBetween(at('2026-07-08T19:00'), at('2026-07-13T10:00'))).toBe(15 * HOUR_MS);
  expect(workingTimeBetween(at('2026-07-11T12:00'), at('2026-07-12T12:00'))).toBe(0);
});

test('the working time between a time and its sum with a duration equals the duration', () => {
  const random = seededRandom('working time');
  for (let round = 0; round < 500; round++) {
    const from = at('2026-01-01T00:00') + random.int(0, 365 * 24 * 60) * MINUTE_MS;
    const time = random.int(0, 100 * 60) * MINUTE_MS;
    const to = addWorkingTime(from, time);
    expect(isWorkingTime(to)).toBe(true);
    expect(workingTimeBetween(from, to)).toBe(time);
  }
});
