/**
 * The columns of our own template, in its order (facts of the trade, readings C34, C40): one row is one item of a
 * shipment, rows with the same `nro_orden` form one order, among these those with the same `envio` one shipment.
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
 * An optional further column (an addition): the number of the row in the file that its sender has. The portal writes it
 * when it sends a part of a file, so that refusals name the sender's own rows.
 */
export const ROW_COLUMN = 'fila';

export type BulkColumn = (typeof BULK_COLUMNS)[number];

/** The cells of a row by column, as they were typed: trimmed, nothing is `''`. */
export type BulkCells = Record<BulkColumn, string>;

/** Columns that a file may leave out. */
const OPTIONAL: ReadonlySet<BulkColumn> = new Set([
  'piso',
  'dpto',
  'entre_calle_2',
  'observaciones',
  'envio',
  'sku',
  'cantidad',
]);

/** Columns that a file must have or that a mapping must fill. */
export const REQUIRED_COLUMNS = BULK_COLUMNS.filter((column) => !OPTIONAL.has(column));

/** Columns that say something of one shipment of an order. */
export const SHIPMENT_COLUMNS = ['largo_cm', 'ancho_cm', 'alto_cm', 'peso_g', 'valor'] as const satisfies BulkColumn[];

/** Columns that say something of one item of a shipment. */
const ITEM_COLUMNS: readonly BulkColumn[] = ['sku', 'cantidad'];

/** Columns that say something of a whole order; its later rows may leave them empty. */
export const ORDER_COLUMNS = BULK_COLUMNS.filter(
  (column) =>
    column !== 'nro_orden' &&
    column !== 'envio' &&
    !ITEM_COLUMNS.includes(column) &&
    !(SHIPMENT_COLUMNS as readonly BulkColumn[]).includes(column),
);

const EMPTY = Object.fromEntries(BULK_COLUMNS.map((column) => [column, ''])) as BulkCells;

/** A row without a word. */
export const emptyCells = (): BulkCells => ({ ...EMPTY });
