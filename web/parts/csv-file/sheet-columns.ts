import type { GridColumn } from '#web/parts/grid/grid-data.ts';

/**
 * Returns the columns of a file's rows as the grid shows them, by the file's own headers. Weights are read and corrected in grams,
 * also those of a file in kilos.
 */
export const sheetColumns = <C extends string>(
  columns: readonly C[],
  layout: { headerOf(column: C): string },
): GridColumn<C>[] =>
  columns.map((id) => {
    const header = layout.headerOf(id);
    return { id, header: id === 'peso_g' && header !== id ? `${header} (en gramos)` : header };
  });
