import { afterAll, beforeAll, expect, test } from 'vitest';
import { lintPlugin } from './lint-plugin.ts';

let plugin: Awaited<ReturnType<typeof lintPlugin>>;
beforeAll(async () => {
  plugin = await lintPlugin('row-cast.grit');
});
afterAll(() => plugin.remove());

test('a cast of rows is refused, alone, as a part of an expression, and by angle brackets', async () => {
  const lines = [
    'const a = rows as Order[];',
    'const a = (row as { id: number }).id;',
    'const a = (result?.rows ?? []) as Order[];',
    'const a = result.rows[0] as Order;',
    'const a = (await read(rows)) as Order;',
    'const a = <Order[]>rows;',
  ];
  expect(await plugin.refusedLines(lines, 'order-list.ts')).toEqual(lines.map((_, index) => index + 1));
});

test('a store casts nothing, whatever its name', async () => {
  const lines = ['const a = found as Order;', 'const a = ((await run(trx, ORDER)) as Order[])[0];'];
  expect(await plugin.refusedLines(lines, 'order-list.store.ts')).toEqual([1, 2]);
  expect(await plugin.refusedLines(lines, 'order-list.ts')).toEqual([]);
});

test('constants, other names and types that have rows are permitted', async () => {
  const lines = [
    'const a = rows.map(({ id }) => [id, 1] as const);',
    'const a = [row] as const;',
    'const a = arrow as Order;',
    'const a = page as { rows: Order[] };',
  ];
  expect(await plugin.refusedLines(lines, 'order-list.ts')).toEqual([]);
});
