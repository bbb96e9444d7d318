import { expect, test } from 'vitest';
import { parseRowId } from './row-id.ts';

test('a text of digits is an id up to the largest one that the database generates', () => {
  expect(['1', '91396451432105', '0000000000000007', String(2 ** 52)].map(parseRowId)).toEqual([
    1,
    91_396_451_432_105,
    7,
    2 ** 52,
  ]);
});

test.each(['', '0', '-1', '1.5', ' 1', '1e3', '٣', String(2 ** 52 + 1), '00000000000000007'])('"%s" is no id', (text) =>
  expect(parseRowId(text)).toBeNull(),
);
