import { shortened } from '#shared/bulk/rows/errors.ts';

/** Returns the value and the reason of a cell that a further row of the same order contradicts. */
export const contradiction = (row: number, value: string, other: string): { value: string; reason: string } => ({
  value: shortened(value),
  reason: `La fila ${row} tiene el mismo número y dice «${shortened(other)}». Revisá cuál vale`,
});
