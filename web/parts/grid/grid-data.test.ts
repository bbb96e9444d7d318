import { expect, test } from 'vitest';
import { type GridData, type GridProblem, neighbourCell, nextProblem } from './grid-data.ts';

type Column = 'a' | 'b' | 'c';

const columns = (['a', 'b', 'c'] as const).map((id) => ({ id, header: id }));

/** A grid with invalid cells, by row; null marks the whole row as invalid. */
function gridOf(invalidCells: Record<number, (Column | null)[]>): GridData<Column> {
  const ids = Object.keys(invalidCells).map(Number);
  return {
    ids,
    row: (id) => ({
      id,
      cells: { a: '', b: '', c: '' },
      problems: (invalidCells[id] ?? []).map((column): GridProblem<Column> => ({ column, reason: 'No' })),
    }),
  };
}

/** Walks through the invalid cells from one on. */
function walk(data: GridData<Column>, step: 1 | -1, from: { id: number; column: number } | null, count: number) {
  const cells = [];
  for (let cell = from; cells.length < count; ) {
    cell = nextProblem(data, data.ids, columns, cell, step);
    cells.push(cell && `${cell.id}${columns[cell.column]?.id}`);
  }
  return cells;
}

test('invalid cells follow each other row by row, and start again after the last', () => {
  const data = gridOf({ 2: [], 3: ['c', 'a'], 4: [], 5: ['b'] });
  expect(walk(data, 1, null, 4)).toEqual(['3a', '3c', '5b', '3a']);
});

test('the previous invalid cell is found backwards', () => {
  const data = gridOf({ 2: [], 3: ['c', 'a'], 4: [], 5: ['b'] });
  expect(walk(data, -1, { id: 5, column: 1 }, 3)).toEqual(['3c', '3a', '5b']);
});

test('a row that is invalid as a whole is found at its first cell', () => {
  expect(walk(gridOf({ 2: [null] }), 1, null, 1)).toEqual(['2a']);
});

test('the only invalid cell is its own successor', () => {
  expect(walk(gridOf({ 2: ['b'], 3: [] }), 1, { id: 2, column: 1 }, 1)).toEqual(['2b']);
});

test('nothing is found without invalid cells or without rows', () => {
  expect(walk(gridOf({ 2: [], 3: [] }), 1, null, 1)).toEqual([null]);
  expect(walk(gridOf({}), 1, null, 1)).toEqual([null]);
});

test.each([
  ['to the right', { id: 3, column: 1 }, { columns: 1, rows: 0 }, { id: 3, column: 2 }],
  ['from the end of a row to the next row', { id: 3, column: 2 }, { columns: 1, rows: 0 }, { id: 5, column: 0 }],
  [
    'from the beginning of a row to the previous row',
    { id: 5, column: 0 },
    { columns: -1, rows: 0 },
    { id: 3, column: 2 },
  ],
  ['down in its column', { id: 3, column: 1 }, { columns: 0, rows: 1 }, { id: 5, column: 1 }],
  ['no further than the last row', { id: 5, column: 1 }, { columns: 0, rows: 10 }, { id: 5, column: 1 }],
  ['no further than the last cell', { id: 5, column: 2 }, { columns: 1, rows: 0 }, { id: 5, column: 2 }],
  ['to the end of its row', { id: 3, column: 1 }, { columns: Number.POSITIVE_INFINITY, rows: 0 }, { id: 3, column: 2 }],
])('a move goes %s', (_, from, by, to) => {
  expect(neighbourCell([3, 5], 3, from, by)).toEqual(to);
});
