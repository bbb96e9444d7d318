import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#shared/kit/days.ts';
import {
  addWorkingDays,
  deliveryWindow,
  holidaysBetween,
  isWorkingDay,
  NATIONAL_CALENDAR,
  nationalHolidays,
  workingDaysBetween,
} from './working-days.ts';

test('the holidays of 2026 are the official ones', () => {
  expect([...nationalHolidays(2026).keys()].sort()).toEqual([
    '2026-01-01',
    '2026-02-16',
    '2026-02-17',
    '2026-03-24',
    '2026-04-02',
    '2026-04-03',
    '2026-05-01',
    '2026-05-25',
    '2026-06-15',
    '2026-06-20',
    '2026-07-09',
    '2026-08-17',
    '2026-10-12',
    '2026-11-23',
    '2026-12-08',
    '2026-12-25',
  ]);
});

test('two holidays of 2025 move to a Monday, and two on a Sunday don’t move', () => {
  expect([...nationalHolidays(2025).keys()].sort()).toEqual([
    '2025-01-01',
    '2025-03-03',
    '2025-03-04',
    '2025-03-24',
    '2025-04-02',
    '2025-04-18',
    '2025-05-01',
    '2025-05-25',
    '2025-06-16',
    '2025-06-20',
    '2025-07-09',
    '2025-08-17',
    '2025-10-12',
    '2025-11-24',
    '2025-12-08',
    '2025-12-25',
  ]);
});

test.each([
  [2024, '2024-03-29'],
  [2025, '2025-04-18'],
  [2027, '2027-03-26'],
  [2028, '2028-04-14'],
  [2030, '2030-04-19'],
  [2038, '2038-04-23'],
])('Good Friday of %i is %s', (year, day) => {
  expect([...nationalHolidays(year).keys()]).toContain(day);
});

test('a movable holiday moves to the nearer Monday', () => {
  // 17/06/2025 was a Tuesday, 20/11/2025 a Thursday, 12/10/2024 a Saturday.
  for (const day of ['2025-06-16', '2025-11-24', '2024-10-12']) {
    expect([...nationalHolidays(Number(day.slice(0, 4))).keys()]).toContain(day);
  }
});

test('a shipment collected before a long weekend arrives after it', () => {
  // Wednesday; Thursday and Good Friday are holidays.
  expect(deliveryWindow('2026-04-01', { minDays: 1, maxDays: 3 }, NATIONAL_CALENDAR)).toEqual({
    min: '2026-04-06',
    max: '2026-04-08',
  });
  expect(deliveryWindow('2025-12-30', { minDays: 1, maxDays: 2 }, NATIONAL_CALENDAR)).toEqual({
    min: '2025-12-31',
    max: '2026-01-02',
  });
});

test('weekends don’t count as working days', () => {
  const days = fc.integer({ min: 0, max: 5000 }).map((offset) => addDays('2024-01-01', offset));
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 15 }), (day, count) => {
      const end = addWorkingDays(day, count, NATIONAL_CALENDAR);
      expect(isWorkingDay(end, NATIONAL_CALENDAR)).toBe(true);
      expect(addWorkingDays(addWorkingDays(day, count - 1, NATIONAL_CALENDAR), 1, NATIONAL_CALENDAR)).toBe(end);
      expect(workingDaysBetween(day, end, NATIONAL_CALENDAR)).toBe(count);
    }),
  );
});

test('a day that the provider closes doesn’t count, and a national holiday on which it works does', () => {
  // Monday before the holiday of Tuesday 8 December.
  const closed = new Map([['2026-12-07', false]]);
  const worked = new Map([['2026-12-08', true]]);
  expect(addWorkingDays('2026-12-04', 1, NATIONAL_CALENDAR)).toBe('2026-12-07');
  expect(addWorkingDays('2026-12-04', 1, closed)).toBe('2026-12-09');
  expect(addWorkingDays('2026-12-07', 1, worked)).toBe('2026-12-08');
  expect(workingDaysBetween('2026-12-04', '2026-12-09', closed)).toBe(1);
  expect(holidaysBetween('2026-12-04', '2026-12-09', closed)).toEqual(['2026-12-07', '2026-12-08']);
  expect(holidaysBetween('2026-12-04', '2026-12-09', worked)).toEqual([]);
});

test('the holidays of a delivery window are those on weekdays', () => {
  // Thursday and Good Friday.
  expect(holidaysBetween('2026-04-01', '2026-04-08', NATIONAL_CALENDAR)).toEqual(['2026-04-02', '2026-04-03']);
  // 20/06/2026 is a Saturday. The start day is not in the window, the last day is.
  expect(holidaysBetween('2026-06-15', '2026-06-22', NATIONAL_CALENDAR)).toEqual([]);
  expect(holidaysBetween('2026-12-07', '2026-12-08', NATIONAL_CALENDAR)).toEqual(['2026-12-08']);
  expect(holidaysBetween('2026-12-08', '2026-12-07', NATIONAL_CALENDAR)).toEqual([]);
});
