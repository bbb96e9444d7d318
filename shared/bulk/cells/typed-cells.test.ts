import { describe, expect, test } from 'vitest';
import type { BulkColumn } from '#shared/bulk/layout/columns.ts';
import { type JudgedRow, judgeMapped, judgeTemplate, storedOf } from '#test/texts/judge-cells.ts';
import { TYPED_CELLS } from '#test/texts/typed-cells.ts';

/** Writes what became of a cell as the corpus does, with the whole reason. */
function judgementOf({ order, refused, doubtful }: JudgedRow, column: BulkColumn): string {
  if (!order) return `! ${refused[column] ?? `another cell: ${JSON.stringify(refused)}`}`;
  const doubt = doubtful[column];
  return storedOf(order, column) + (doubt ? ` ? ${doubt}` : '');
}

const READERS = [judgeTemplate, judgeMapped];

describe('each cell of the corpus is judged as a person does, in a template and in a mapped file', () => {
  test.each(TYPED_CELLS)('%j is %s', async (cells, judgement) => {
    const [column] = Object.keys(cells) as [BulkColumn];
    const [, stored = '', mark, word = ''] = /^(.*?) ?(?:([?!]) (.*))?$/.exec(judgement) ?? [];
    for (const read of READERS) {
      const found = judgementOf(await read(cells), column);
      if (mark === undefined) expect(found).toBe(judgement);
      else
        expect([found.startsWith(`${stored}${stored ? ' ' : ''}${mark} `), found]).toEqual([
          true,
          expect.stringContaining(word),
        ]);
    }
  });
});
