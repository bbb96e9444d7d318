import type { BulkCells, BulkColumn } from '#shared/bulk/layout/columns.ts';
import type { ShopColumn, ShopRow } from './shop-format.ts';

/** Columns of the template that the text of a shop's column may get into. */
const TARGETS: Readonly<Partial<Record<ShopColumn, readonly BulkColumn[]>>> = {
  buyer: ['nombre', 'apellido'],
  receiver: ['nombre', 'apellido'],
  company: ['nombre', 'apellido', 'observaciones'],
  street: ['calle', 'entre_calle_1', 'entre_calle_2', 'barrio'],
  unit: ['piso', 'dpto', 'calle'],
  second_line: ['piso', 'dpto', 'barrio', 'calle'],
  neighborhood: ['barrio', 'localidad'],
  city: ['localidad', 'barrio'],
  province: ['provincia'],
  note: ['observaciones'],
};

/**
 * Returns the doubts about a shop's cells that concern the cells made of them: a template's cell is doubtful if its text
 * is part of a doubtful one, or contains it.
 */
export function carriedDoubts(
  rows: readonly ShopRow[],
  cells: Readonly<BulkCells>,
): { column: BulkColumn; reason: string }[] {
  return rows.flatMap((row) =>
    (row.doubts ?? []).flatMap(({ column: source, reason }) => {
      const text = source === null ? '' : row.cells[source];
      return (source === null ? [] : (TARGETS[source] ?? []))
        .filter((column) => cells[column] !== '' && (text.includes(cells[column]) || cells[column].includes(text)))
        .map((column) => ({ column, reason }));
    }),
  );
}
