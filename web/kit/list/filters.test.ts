import { expect, test } from 'vitest';
import { dayErrors, UNREADABLE_DAY } from './filters.ts';

const crossed = 'No puede ser posterior a la fecha de creación hasta.';

test('a first day after the last day is an error, a range of one day is not', () => {
  expect(dayErrors('2026-02-01', '2026-01-31', crossed)).toEqual({ from: crossed });
  expect(dayErrors('2026-02-01', '2026-02-01', crossed)).toEqual({});
});

test('a range may have only a first or only a last day', () => {
  expect(dayErrors('2026-02-01', '', crossed)).toEqual({});
  expect(dayErrors('', '2026-02-01', crossed)).toEqual({});
});

test('a day that doesn’t exist is an error of its field', () => {
  expect(dayErrors('2026-02-30', '2026-01-01', crossed)).toEqual({ from: UNREADABLE_DAY });
  expect(dayErrors('', '2026-13-01', crossed)).toEqual({ to: UNREADABLE_DAY });
});
