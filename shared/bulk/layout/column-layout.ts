import { cellAt, hasLines } from '#shared/bulk/cells/cell-at.ts';
import { inKilos, kilosToGrams, normalNumber } from '#shared/bulk/cells/read-number.ts';
import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import { hashText } from '#shared/bulk/file/hash-text.ts';
import { headerFingerprint, normalizeHeader } from '#shared/bulk/file/normalize-header.ts';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import { orderKey } from '#shared/bulk/rows/group-rows.ts';
import { shopLayout } from '#shared/bulk/shops/shop-layout.ts';
import { takeCodePoints } from '#shared/kit/text/code-points.ts';
import { PICKUP_POINT_MODE } from '#shared/orders/rules/delivery-modes.ts';
import { NO_DOCUMENT } from '#shared/orders/rules/place/document.ts';
import { provinceByLetter } from '#shared/orders/rules/place/provinces.ts';
import type { BulkLayout } from './bulk-layout.ts';
import { columnIndexes } from './column-indexes.ts';
import {
  BULK_COLUMNS,
  type BulkCells,
  type BulkColumn,
  DOUBTS_COLUMN,
  emptyCells,
  REQUIRED_COLUMNS,
  ROW_COLUMN,
  SETTLED_COLUMN,
} from './columns.ts';
import { addNames, mappedLayout } from './mapped-layout.ts';
import type { BulkMapping } from './mapping.ts';

/** Headers of Correo Argentino's MiCorreo without the hints in brackets; each maps to a template column. */
const HEADERS = {
  tipo_producto: null,
  largo: 'largo_cm',
  ancho: 'ancho_cm',
  altura: 'alto_cm',
  peso: 'peso_g',
  valor_del_contenido: 'valor',
  provincia_destino: 'provincia',
  sucursal_destino: 'modo_entrega',
  localidad_destino: 'localidad',
  calle_destino: 'calle',
  altura_destino: 'altura',
  piso: 'piso',
  dpto: 'dpto',
  codpostal_destino: 'cp',
  destino_nombre: 'nombre',
  destino_email: 'email',
  cod_area_tel: null,
  tel: null,
  cod_area_cel: null,
  cel: 'telefono',
  numero_orden: 'nro_orden',
} as const satisfies Record<string, BulkColumn | null>;

type MiCorreoHeader = keyof typeof HEADERS;

const MICORREO_HEADERS = Object.keys(HEADERS) as MiCorreoHeader[];

/** Headers that identify a file as one of MiCorreo. */
const MICORREO_REQUIRED_HEADERS: readonly MiCorreoHeader[] = [
  'tipo_producto',
  'largo',
  'ancho',
  'peso',
  'valor_del_contenido',
  'provincia_destino',
  'codpostal_destino',
  'destino_nombre',
  'destino_email',
];

/** Value of a field that an order requires and MiCorreo doesn't have: «sin datos». */
const UNKNOWN = NO_DOCUMENT;

/** Notes for people who upload such a file. */
const MICORREO_NOTES = [
  'El peso se toma en kilos y el teléfono del celular, o del fijo si no hay.',
  `MiCorreo no pide documento ni entre calles: se completan con «${UNKNOWN}». El barrio es la localidad.`,
  'Las filas con sucursal de destino y sin calle van a un punto de retiro; las demás, a domicilio.',
  'Las filas sin número de orden reciben uno que siempre es el mismo para los mismos datos.',
];

/** Returns the MiCorreo header for a template column; null if there is none. */
function miCorreoHeader(column: BulkColumn): MiCorreoHeader | null {
  return MICORREO_HEADERS.find((header) => HEADERS[header] === column) ?? null;
}

/**
 * Converts a row of MiCorreo to a template row: one row is one shipment, kilos become grams, a province's letter
 * becomes its name. The names are added by `addNames`.
 *
 * @param given cells by header
 * @param countRepeats returns the number of the row among identical rows
 */
function fromMiCorreo(given: Record<MiCorreoHeader, string>, countRepeats: (cells: string) => number): BulkCells {
  const pickup = given.sucursal_destino !== '' && given.calle_destino === '';
  const city = given.localidad_destino || given.sucursal_destino;
  return {
    ...emptyCells(),
    nro_orden: given.numero_orden || generatedOrderNumber(Object.values(given).join('|'), countRepeats),
    modo_entrega: pickup ? String(PICKUP_POINT_MODE) : '1',
    documento: UNKNOWN,
    email: given.destino_email,
    telefono: phone(given.cod_area_cel, given.cel) || phone(given.cod_area_tel, given.tel),
    calle: given.calle_destino || (pickup ? UNKNOWN : ''),
    altura: given.altura_destino || (pickup ? UNKNOWN : ''),
    piso: given.piso,
    dpto: given.dpto,
    entre_calle_1: UNKNOWN,
    cp: given.codpostal_destino,
    localidad: city,
    provincia: provinceByLetter(given.provincia_destino)?.name ?? given.provincia_destino,
    barrio: takeCodePoints(city, 40) || UNKNOWN,
    largo_cm: given.largo,
    ancho_cm: given.ancho,
    alto_cm: given.altura,
    peso_g: kilosToGrams(given.peso),
    valor: given.valor_del_contenido,
  };
}

const phone = (area: string, number: string) => (number === '' ? '' : `${area} ${number}`.trim());

/** Generates an order number from the data, so that a repeated upload creates no duplicate orders. */
function generatedOrderNumber(row: string, countRepeats: (cells: string) => number): string {
  const count = countRepeats(row);
  return `MC-${hashText(row).toString(36).toUpperCase()}${count > 1 ? `-${count}` : ''}`;
}

/**
 * Recognises the template, files of MiCorreo, the exports of known shops, whatever a mapping says, and the client's own
 * mappings; ignores further columns.
 *
 * @throws CsvFileError with the headers when no layout matches, or when a template column is repeated
 */
export function detectLayout(headers: readonly string[], mappings: readonly BulkMapping[]): BulkLayout {
  const keys = headers.map((header) => normalizeHeader(header));
  const key = headerFingerprint(headers);
  const mapping = mappings.find((known) => headerFingerprint(known.headers) === key);
  const own = mapping && mappedLayout(headers, mapping);
  // Of two equal columns, a mapping names the one that counts.
  const chosenOf = (columns: readonly string[]) =>
    columns.some((column) => keys.indexOf(column) !== keys.lastIndexOf(column)) ? own : undefined;
  if (includesAll(keys, REQUIRED_COLUMNS)) return chosenOf(BULK_COLUMNS) ?? templateLayout(headers, keys);
  if (includesAll(keys, MICORREO_REQUIRED_HEADERS)) return chosenOf(MICORREO_HEADERS) ?? miCorreoLayout(headers, keys);
  const shop = shopLayout(keys, mappings);
  if (shop) return shop;
  if (own) return own;
  throw unknownColumnsError(headers, keys);
}

const includesAll = (keys: readonly string[], needed: readonly string[]) => needed.every((key) => keys.includes(key));

function unknownColumnsError(headers: readonly string[], keys: readonly string[]): CsvFileError {
  const missing = REQUIRED_COLUMNS.filter((column) => !keys.includes(column));
  const message =
    missing.length <= REQUIRED_COLUMNS.length / 2
      ? `Al archivo le faltan columnas: ${missing.join(', ')}`
      : 'No reconocemos las columnas del archivo. Usá la plantilla, o indicá qué es cada columna';
  return new CsvFileError('unknown_columns', message, headers);
}

/** Rows that are rows of the template as they are. */
const templateRows = {
  mapping: null,
  keyOf: orderKey,
  ordersOf: (rows: readonly BulkRow[]) => ({ rows: [...rows], leftOut: [] }),
};

/** Reason of a doubt that the portal left open about a file of another layout; the reason itself isn't sent. */
const LEFT_OPEN = 'El archivo se podía leer de más de una manera. Revisalo';

function templateLayout(headers: readonly string[], keys: readonly string[]): BulkLayout<BulkColumn> {
  const at = columnIndexes(headers, keys, BULK_COLUMNS);
  const numbered = keys.indexOf(ROW_COLUMN);
  const namesIn = (record: readonly string[], key: string) =>
    cellAt(record, keys.indexOf(key))
      .split(/ *, */)
      .filter((name) => (BULK_COLUMNS as readonly string[]).includes(name)) as BulkColumn[];
  return {
    ...templateRows,
    kind: 'template',
    ...(numbered >= 0 && { rowOf: (record) => Number(cellAt(record, numbered)) }),
    name: 'Plantilla del portal',
    notes: [],
    headerOf: (column) => column,
    settledOf: (record) => namesIn(record, SETTLED_COLUMN),
    cellsOf(record, doubt) {
      for (const column of namesIn(record, DOUBTS_COLUMN)) doubt(column, LEFT_OPEN);
      const cells = emptyCells();
      for (const [column, index] of at) cells[column as BulkColumn] = cellAt(record, index, hasLines(column));
      return cells;
    },
  };
}

function miCorreoLayout(headers: readonly string[], keys: readonly string[]): BulkLayout<BulkColumn> {
  const at = columnIndexes(headers, keys, MICORREO_HEADERS);
  const seen = new Map<string, number>();
  const countRepeats = (row: string) => {
    const count = (seen.get(row) ?? 0) + 1;
    seen.set(row, count);
    return count;
  };
  // One row is one shipment: a repeated number adds a shipment to the same order.
  let row = 0;
  return {
    ...templateRows,
    kind: 'micorreo',
    name: 'MiCorreo (Correo Argentino)',
    notes: MICORREO_NOTES,
    headerOf: (column) => headers[at.get(miCorreoHeader(column) ?? '') ?? -1] ?? column,
    cellsOf(record, doubt, refuse, typed) {
      const given = MICORREO_HEADERS.map((header) => [header, cellAt(record, at.get(header))]);
      row += 1;
      const { destino_nombre, peso } = Object.fromEntries(given) as Record<MiCorreoHeader, string>;
      typed('nombre', destino_nombre);
      typed('apellido', destino_nombre);
      typed('peso_g', inKilos(peso));
      const grams = normalNumber(peso, 'kilos');
      if (grams.doubt) doubt('peso_g', grams.doubt);
      const cells = { ...fromMiCorreo(Object.fromEntries(given), countRepeats), envio: String(row) };
      addNames(cells, destino_nombre, null, { doubt, refuse });
      return cells;
    },
  };
}
