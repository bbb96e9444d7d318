import type { GridColumn } from '#web/kit/grid/grid-data.ts';

/** The unit of a weight at the end of a header: 'Peso (kg)', 'peso_kg', 'Peso en gramos'. */
const UNIT = /(?:^|[\s_.([-]+)(?:en\s+)?(?:kgs?|kilos?|kilogramos?|g|grs?|gramos?)\.?[\s)\]]*$/i;

/** Returns the header of a column of grams. */
const inGrams = (header: string) => `${header.replace(UNIT, '').trim() || 'Peso'} (en gramos)`;

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
    return { id, header: id === 'peso_g' && header !== id ? inGrams(header) : header };
  });
