import type { CellError } from '#shared/bulk/rows/errors.ts';

const cellOf = ({ row, column }: CellError) => `${row} ${column}`;

/** Returns all different reasons of the cells, row by row; those of one cell keep their order. */
export function allReasons(marks: readonly CellError[]): CellError[] {
  const seen = new Set<string>();
  return marks
    .filter((mark) => {
      const key = `${cellOf(mark)} ${mark.reason}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .sort((a, b) => a.row - b.row);
}

/**
 * Returns the errors of the contract for cells that have no other error, one for each cell: a text that can't be read is also missing, and
 * a missing name also causes the error of a missing full name.
 */
export function remainingErrors(errors: readonly CellError[], ofContract: readonly CellError[]): CellError[] {
  const taken = new Set(errors.map(cellOf));
  return ofContract.filter((error) => {
    const isFree = !taken.has(cellOf(error));
    taken.add(cellOf(error));
    return isFree;
  });
}
