import { expect, test } from 'vitest';
import { dayErrors, UNREADABLE_DAY } from './filters.ts';

const crossed = 'No puede ser posterior a la fecha de creación hasta.';

test('a first day after the last one is wrong, the same day is not', () => {
  expect(dayErrors('2026-02-01', '2026-01-31', crossed)).toEqual({ from: crossed });
  expect(dayErrors('2026-02-01', '2026-02-01', crossed)).toEqual({});
});

test('one day alone narrows from or until it', () => {
  expect(dayErrors('2026-02-01', '', crossed)).toEqual({});
  expect(dayErrors('', '2026-02-01', crossed)).toEqual({});
});

test('a day that no calendar has is told as such', () => {
  expect(dayErrors('2026-02-30', '2026-01-01', crossed)).toEqual({ from: UNREADABLE_DAY });
  expect(dayErrors('', '2026-13-01', crossed)).toEqual({ to: UNREADABLE_DAY });
});
