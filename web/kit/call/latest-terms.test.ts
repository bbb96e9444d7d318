import { expect, test } from 'vitest';
import { latestTerms } from './latest-terms.ts';

test('the latest terms are the ones with the greatest id, in any order of the list', () => {
  const [old, latest] = [
    { id: 9, text: 'viejos' },
    { id: 10, text: 'nuevos' },
  ];
  expect(latestTerms([old, latest] as never)).toBe(latest);
  expect(latestTerms([latest, old] as never)).toBe(latest);
  expect(latestTerms([{ id: '9' }, { id: '10' }] as never)?.id).toBe('10');
  expect(latestTerms([])).toBeUndefined();
  expect(latestTerms(undefined)).toBeUndefined();
});
