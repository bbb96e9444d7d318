import { describe, expect, it } from 'vitest';
import { formatDateInput, parseDateInput } from './date-input-format.ts';

describe('a typed day', () => {
  it.each([
    ['15/11/2026', '2026-11-15'],
    ['5/1/26', '2026-01-05'],
    ['05-01-2026', '2026-01-05'],
    ['15112026', '2026-11-15'],
    [' 29/02/2028 ', '2028-02-29'],
  ])('%s is read as %s', (text, iso) => expect(parseDateInput(text)).toBe(iso));

  it.each(['31/02/2026', '29/02/2026', '0/1/2026', '1/13/2026', '15/11', 'mañana', '15/11/20266', ''])(
    '%j is not a day',
    (text) => expect(parseDateInput(text)).toBeNull(),
  );

  it('is shown day first', () => {
    expect(formatDateInput('2026-11-05')).toBe('05/11/2026');
    expect(formatDateInput('')).toBe('');
  });
});
