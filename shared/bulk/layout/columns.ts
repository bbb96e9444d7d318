/**
 * Columns of the template, in its order (facts §9, readings C34, C40). One row is one item of a shipment.
 * Rows with the same `nro_orden` form an order, and rows with the same `envio` within it form a shipment.
 */
export const BULK_COLUMNS = [
  'nro_orden',
  'modo_entrega',
  'nombre',
  'apellido',
  'documento',
  'email',
  'telefono',
  'calle',
  'altura',
  'piso',
  'dpto',
  'entre_calle_1',
  'entre_calle_2',
  'cp',
  'localidad',
  'provincia',
  'barrio',
  'observaciones',
  'envio',
  'largo_cm',
  'ancho_cm',
  'alto_cm',
  'peso_g',
  'valor',
  'sku',
  'cantidad',
] as const;

/**
 * Optional column (an addition): the row's number in the sender's own file. The portal fills it when it sends a part of
 * a file, so that refusals refer to the sender's row numbers.
 */
export const ROW_COLUMN = 'fila';

/**
 * Optional columns (additions) beside the numbers: names of the row's columns, separated by commas, whose values the portal guessed from
 * a file that it converted, and of those whose doubts a person settled there.
 */
export const DOUBTS_COLUMN = 'dudas';
export const SETTLED_COLUMN = 'revisado';

export type BulkColumn = (typeof BULK_COLUMNS)[number];

/** Cells of a row by column, trimmed; an empty cell is `''`. */
export type BulkCells = Record<BulkColumn, string>;

/** Optional columns of a file. */
const OPTIONAL: ReadonlySet<BulkColumn> = new Set([
  'piso',
  'dpto',
  'entre_calle_2',
  'observaciones',
  'envio',
  'sku',
  'cantidad',
]);

/** Columns that a file must have or a mapping must fill. */
export const REQUIRED_COLUMNS = BULK_COLUMNS.filter((column) => !OPTIONAL.has(column));

/** Columns with values of one shipment. */
export const SHIPMENT_COLUMNS = ['largo_cm', 'ancho_cm', 'alto_cm', 'peso_g', 'valor'] as const satisfies BulkColumn[];

/** Columns with values of one item of a shipment. */
const ITEM_COLUMNS: readonly BulkColumn[] = ['sku', 'cantidad'];

/** Columns with values of a whole order; only the order's first row must fill them. */
export const ORDER_COLUMNS = BULK_COLUMNS.filter(
  (column) =>
    column !== 'nro_orden' &&
    column !== 'envio' &&
    !ITEM_COLUMNS.includes(column) &&
    !(SHIPMENT_COLUMNS as readonly BulkColumn[]).includes(column),
);

const EMPTY = Object.fromEntries(BULK_COLUMNS.map((column) => [column, ''])) as BulkCells;

/** Returns a row with empty cells. */
export const emptyCells = (): BulkCells => ({ ...EMPTY });
