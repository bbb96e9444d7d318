import { normalizeHeader } from '#shared/bulk/file/normalize-header.ts';

/** Columns of a list of events, in the order of a list without a header. */
export const EVENT_COLUMNS = [
  'etiqueta',
  'estado',
  'fecha',
  'motivo',
  'evento',
  'peso',
  'largo',
  'ancho',
  'alto',
] as const;

export type EventColumn = (typeof EVENT_COLUMNS)[number];

/** Column with the reason of a refusal in the file of failed rows; not read. */
export const REFUSAL_COLUMN = 'rechazo';

/** Normalised headers of each column: ours, and those of the provider's API. */
const HEADERS: Record<EventColumn, readonly string[]> = {
  etiqueta: ['etiqueta', 'etiquetas', 'envio', 'codigo', 'id_envio', 'label', 'shipment_id'],
  estado: ['estado', 'state'],
  fecha: ['fecha', 'fecha_hora', 'fecha_y_hora', 'cuando', 'at'],
  motivo: ['motivo', 'reason'],
  evento: ['evento', 'id_evento', 'event_id'],
  peso: ['peso', 'peso_g', 'peso_en_gramos', 'gramos', 'weight'],
  largo: ['largo', 'largo_cm', 'length'],
  ancho: ['ancho', 'ancho_cm', 'width'],
  alto: ['alto', 'alto_cm', 'height'],
};

/** Cells of a row that has none. */
export const EMPTY_CELLS: Record<EventColumn, string> = {
  etiqueta: '',
  estado: '',
  fecha: '',
  motivo: '',
  evento: '',
  peso: '',
  largo: '',
  ancho: '',
  alto: '',
};

/** Index of each column in a row; a column that the list lacks is missing. */
export type ColumnIndexes = Partial<Record<EventColumn, number>>;

/** Returns the columns that a row names; null for a row that is no header, because it doesn't name the label's column. */
export function readHeaderRow(cells: readonly string[]): ColumnIndexes | null {
  const names = cells.map(normalizeHeader);
  const indexes: ColumnIndexes = {};
  for (const column of EVENT_COLUMNS) {
    const index = names.findIndex((name) => HEADERS[column].includes(name));
    if (index >= 0) indexes[column] = index;
  }
  return indexes.etiqueta === undefined ? null : indexes;
}

/** The columns of a list without a header. */
export const IN_ORDER: ColumnIndexes = Object.fromEntries(EVENT_COLUMNS.map((column, index) => [column, index]));
