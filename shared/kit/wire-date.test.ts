import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWireDate } from './wire-date.ts';

const instant = Date.parse('2026-01-05T02:30:00Z');
const local = { day: '2026-01-04', time: '23:30', ms: instant };

test.each([
  '2026-01-04T23:30:00-03:00',
  '2026-01-04T23:30-0300',
  '2026-01-05T02:30:00.000Z',
  '04/01/2026 23:30',
  '04/01/2026 23:30:00',
  '4/1/2026 23:30',
  '2026-01-04 23:30:00',
])('%s is the same moment', (text) => {
  expect(parseWireDate(text)).toEqual(local);
});

test('a day without a time is read as that day in every format', () => {
  const day = { day: '2026-01-04', time: null, ms: Date.parse('2026-01-04T03:00:00Z') };
  expect(parseWireDate('2026-01-04')).toEqual(day);
  expect(parseWireDate('04/01/2026')).toEqual(day);
});

test.each(['', '-', '2026-02-30', '30/02/2026 10:00', '04/13/2026', '04/01/2026 25:00', '04/01/26', 'mañana', null])(
  '%s is not a date',
  (text) => {
    expect(parseWireDate(text)).toBeNull();
  },
);

test('reading any text causes no error', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseWireDate(text)));
});
