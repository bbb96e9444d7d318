import { expect, test } from 'vitest';
import { daysChange, daysText, shareChange, shareText } from './delivery-texts.ts';

test('a share is a percentage from thirty shipments on', () => {
  expect(shareText(0, 0)).toBe('-');
  expect(shareText(29, 29)).toBe('29 de 29');
  expect(shareText(28, 30)).toBe('93 %');
});

test('a change compares what is shown, and only enough shipments', () => {
  expect(shareChange({ part: 28, whole: 30 }, { part: 27, whole: 29 })).toBeNull();
  expect(shareChange({ part: 29, whole: 30 }, { part: 28, whole: 30 })).toEqual({ points: 4, text: '4 puntos más' });
  expect(shareChange({ part: 28, whole: 30 }, { part: 56, whole: 60 })).toEqual({ points: 0, text: 'igual que antes' });
});

test('days are said in words', () => {
  expect([null, 0, 1, 4].map(daysText)).toEqual(['-', 'En el día', '1 día', '4 días']);
  expect(daysChange({ days: 2, whole: 40 }, { days: 3, whole: 40 })).toEqual({ points: -1, text: '1 día menos' });
  expect(daysChange({ days: 2, whole: 40 }, { days: null, whole: 0 })).toBeNull();
  expect(daysChange({ days: 2, whole: 40 }, { days: 3, whole: 12 })).toBeNull();
});
