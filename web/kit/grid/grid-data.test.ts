import { expect, test } from 'vitest';
import {
  cellDoubt,
  cellProblem,
  type GridData,
  type GridProblem,
  neighbourCell,
  nextMarked,
  rowProblem,
  type StopKind,
} from './grid-data.ts';
import { idsOf, nextStop, type RowFilter } from './row-filter.ts';

type Column = 'a' | 'b' | 'c';

const columns = (['a', 'b', 'c'] as const).map((id) => ({ id, header: id }));

/** A grid with invalid and doubtful cells, by row; null marks the whole row as invalid. */
function gridOf(
  invalidCells: Record<number, (Column | null)[]>,
  doubtfulCells: Record<number, Column[]> = {},
): GridData<Column> {
  const ids = Object.keys(invalidCells).map(Number);
  return {
    ids,
    row: (id) => ({
      id,
      cells: { a: '', b: '', c: '' },
      problems: (invalidCells[id] ?? []).map((column): GridProblem<Column> => ({ column, reason: 'No' })),
      doubts: (doubtfulCells[id] ?? []).map((column) => ({ column, reason: 'Quizás' })),
    }),
  };
}

const nameOf = ({ id, column }: { id: number; column: number }) => `${id}${columns[column]?.id}`;

/** Walks through the marked cells of a list to its end. */
function walk(
  data: GridData<Column>,
  step: 1 | -1,
  { kind = 'wrong', ...start }: { kind?: StopKind; from: { id: number; column: number } | null },
) {
  const cells = [];
  let from = nextMarked(data, data.ids, columns, { kind, step, ...start });
  while (from) {
    cells.push(nameOf(from));
    from = nextMarked(data, data.ids, columns, { kind, step, from });
  }
  return cells;
}

/** Presses F8 some times in a list. */
function press(data: GridData<Column>, filter: RowFilter, { step = 1 as 1 | -1, count = 6 } = {}) {
  const stops = [];
  let at: Pick<NonNullable<ReturnType<typeof nextStop>>, 'filter' | 'kind'> & {
    cell: { id: number; column: number } | null;
  } = {
    filter,
    kind: 'wrong',
    cell: null,
  };
  for (let presses = 0; presses < count; presses++) {
    const stop = nextStop(data, columns, { ...at, shown: idsOf(data, at.filter) }, at.cell, step);
    if (!stop) return [...stops, null];
    stops.push(`${stop.filter} ${nameOf(stop.cell)}`);
    at = stop;
  }
  return stops;
}

test('marked cells of a kind follow each other row by row', () => {
  const data = gridOf({ 2: [], 3: ['c', 'a'], 4: [], 5: ['b'] }, { 3: ['b', 'c'], 4: ['b'] });
  expect(walk(data, 1, { from: null })).toEqual(['3a', '3c', '5b']);
  expect(walk(data, 1, { from: null, kind: 'doubtful' })).toEqual(['3b', '4b']);
});

test('the previous marked cell is found backwards', () => {
  const data = gridOf({ 2: [], 3: ['c', 'a'], 4: [], 5: ['b'] });
  expect(walk(data, -1, { from: { id: 5, column: 1 } })).toEqual(['3c', '3a']);
  expect(walk(data, -1, { from: null })).toEqual(['5b', '3c', '3a']);
});

test('a row that is invalid as a whole is found at its first cell', () => {
  expect(walk(gridOf({ 2: [null] }), 1, { from: null })).toEqual(['2a']);
});

test('nothing is found without marked cells or without rows', () => {
  expect(walk(gridOf({ 2: [], 3: [] }), 1, { from: null })).toEqual([]);
  expect(walk(gridOf({}), 1, { from: null })).toEqual([]);
  expect(press(gridOf({ 2: [], 3: [] }), 'wrong')).toEqual([null]);
});

test('F8 goes through the errors, then through the cells to review, and again', () => {
  const data = gridOf({ 2: [], 3: ['c'], 4: ['a'] }, { 2: ['b', 'c'] });
  const errors = ['wrong 3c', 'wrong 4a'];
  const doubts = ['doubtful 2b', 'doubtful 2c'];
  expect(press(data, 'wrong')).toEqual([...errors, ...doubts, ...errors]);
  expect(press(data, 'wrong', { step: -1 })).toEqual([
    ...errors.toReversed(),
    ...doubts.toReversed(),
    ...errors.toReversed(),
  ]);
});

test('F8 goes through the errors before the cells to review of the same rows, in every list', () => {
  const data = gridOf({ 2: ['c'], 3: [], 4: ['a'] }, { 2: ['a'], 3: ['b'], 4: ['b'] });
  const errors = ['2c', '4a'];
  const doubts = ['2a', '3b', '4b'];
  const stopsOf = (filter: RowFilter, step: 1 | -1 = 1) =>
    press(data, filter, { step }).map((stop) => stop?.split(' ')[1]);
  expect(stopsOf('wrong')).toEqual([...errors, ...doubts, '2c']);
  expect(stopsOf('all')).toEqual([...errors, ...doubts, '2c']);
  expect(stopsOf('doubtful')).toEqual([...doubts, ...errors, '2a']);
  expect(stopsOf('all', -1)).toEqual([...errors.toReversed(), ...doubts.toReversed(), '4a']);
});

test('the only marked cell is its own successor', () => {
  expect(press(gridOf({ 2: ['b'], 3: [] }), 'wrong', { count: 2 })).toEqual(['wrong 2b', 'wrong 2b']);
  expect(press(gridOf({ 2: [], 3: [] }, { 3: ['b'] }), 'all', { count: 2 })).toEqual(['all 3b', 'all 3b']);
  expect(press(gridOf({ 2: [], 3: [] }, { 3: ['b'] }), 'wrong', { count: 1 })).toEqual(['doubtful 3b']);
});

test('a cell and a row have all their reasons, as sentences, each once', () => {
  const marks = (column: Column | null, ...reasons: string[]) => reasons.map((reason) => ({ column, reason }));
  const row = {
    id: 2,
    cells: { a: '', b: '', c: '' },
    problems: [...marks(null, 'Una comilla', 'Más celdas'), ...marks('a', 'Es corto', 'Es corto')],
    doubts: [...marks('a', 'Son dos teléfonos'), ...marks('b', 'Saldrían signos.', '¿Son kilos?', 'Revisalo')],
  };
  expect(rowProblem(row)).toBe('Una comilla. Más celdas');
  expect([cellProblem(row, 'a'), cellDoubt(row, 'a')]).toEqual(['Es corto', 'Son dos teléfonos']);
  expect([cellProblem(row, 'b'), cellDoubt(row, 'b')]).toEqual([null, 'Saldrían signos. ¿Son kilos? Revisalo']);
  expect([cellProblem(row, 'c'), cellDoubt(row, 'c')]).toEqual([null, null]);
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
