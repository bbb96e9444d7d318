import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, addMonths, firstOfMonth, isDay, localDay, localTime, startOfDay } from './days.ts';

test('half past two in the morning UTC belongs to the previous day in Buenos Aires', () => {
  expect(localDay(new Date('2026-01-05T02:59:59Z'))).toBe('2026-01-04');
  expect(localDay(new Date('2026-01-05T03:00:00Z'))).toBe('2026-01-05');
  expect(localTime(Date.parse('2026-01-01T02:30:00Z'))).toEqual({ day: '2025-12-31', time: '23:30' });
  expect(new Date(startOfDay('2026-01-05')).toISOString()).toBe('2026-01-05T03:00:00.000Z');
});

test('a month earlier is at most the last day of the earlier month', () => {
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  expect(addMonths('2028-03-31', -1)).toBe('2028-02-29');
  expect(addMonths('2026-01-15', -2)).toBe('2025-11-15');
  expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
  expect(firstOfMonth('2026-03-31')).toBe('2026-03-01');
});

test('days are counted across months and years', () => {
  expect(addDays('2025-12-31', 1)).toBe('2026-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});

test('a day that doesn’t exist is refused', () => {
  expect(['2026-02-28', '2028-02-29'].every(isDay)).toBe(true);
  expect(['2026-02-29', '2026-13-01', '2026-00-10', '26-01-01', '2026-1-1', '', '2026-01-01T00:00'].some(isDay)).toBe(
    false,
  );
});

test('every instant falls within its day', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
      (instant) => {
        const day = localDay(instant);
        expect(isDay(day)).toBe(true);
        expect(instant.getTime()).toBeGreaterThanOrEqual(startOfDay(day));
        expect(instant.getTime()).toBeLessThan(startOfDay(addDays(day, 1)));
      },
    ),
  );
});
