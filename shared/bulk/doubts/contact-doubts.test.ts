import { expect, test } from 'vitest';
import { judgeTemplate } from '#test/texts/judge-cells.ts';

test.each([
  ['email', 'ana@gm\u0430il.com'],
  ['altura', '-'],
  ['altura', '٠'],
])('a cell of %s with «%s» is doubtful', async (column, cell) => {
  expect(Object.keys((await judgeTemplate({ [column]: cell })).doubtful)).toEqual([column]);
});

test.each([
  ['email', 'iván@ñandubay.com.ar'],
  ['altura', 'S/N'],
])('a cell of %s with «%s» is certain', async (column, cell) => {
  expect((await judgeTemplate({ [column]: cell })).doubtful).toEqual({});
});
