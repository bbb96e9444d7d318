import { expect, test } from 'vitest';
import { BULK_COLUMNS } from '#shared/bulk/layout/columns.ts';
import { encode } from './encodings.ts';
import { openBulkFile } from './open-bulk-file.ts';

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Reads a file, and returns how often the reader let other work go on before its first row, and in all. */
async function countPauses(bytes: Uint8Array): Promise<{ opening: number; all: number }> {
  let all = 0;
  const pause = async () => {
    all += 1;
  };
  const { rows } = await openBulkFile(whole(bytes), { pause });
  const opening = all;
  for await (const _ of rows);
  return { opening, all };
}

const file = (rows: number, cell: string) =>
  `${BULK_COLUMNS.join(';')}\r\n${`${BULK_COLUMNS.map(() => cell).join(';')}\r\n`.repeat(rows)}`;

test('other work goes on between the long cells of a row', async () => {
  const one = await countPauses(new TextEncoder().encode(file(1, 'Ã'.repeat(4000))));
  const three = await countPauses(new TextEncoder().encode(file(3, 'Ã'.repeat(4000))));
  // Each cell is repaired in one step and checked in another.
  expect(three.all - one.all).toBeGreaterThanOrEqual(2 * 2 * BULK_COLUMNS.length);
});

test('other work goes on between the lines whose encoding is looked for', async () => {
  const lines = encode(file(200, 'Peña'), 'ibm850') as Uint8Array;
  // Each of the first lines is judged before it is decoded.
  expect((await countPauses(lines)).opening).toBeGreaterThanOrEqual(2 * 200);
});
