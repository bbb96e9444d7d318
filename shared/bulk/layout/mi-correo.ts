import { cellAt } from '#shared/bulk/cells/cell-at.ts';
import { inKilos, kilosToGrams, normalNumber } from '#shared/bulk/cells/read-number.ts';
import { hashText } from '#shared/bulk/file/hash-text.ts';
import { takeCodePoints } from '#shared/kit/text/code-points.ts';
import { PICKUP_POINT_MODE } from '#shared/orders/rules/delivery-modes.ts';
import { NO_DOCUMENT } from '#shared/orders/rules/place/document.ts';
import { provinceByLetter } from '#shared/orders/rules/place/provinces.ts';
import type { BulkLayout } from './bulk-layout.ts';
import { columnIndexes } from './column-indexes.ts';
import { type BulkCells, type BulkColumn, emptyCells } from './columns.ts';
import { addNames } from './mapped-layout.ts';
import { templateRows } from './template-layout.ts';

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

export const MICORREO_HEADERS = Object.keys(HEADERS) as MiCorreoHeader[];

/** Headers that identify a file as one of MiCorreo. */
export const MICORREO_REQUIRED_HEADERS: readonly MiCorreoHeader[] = [
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

export function miCorreoLayout(headers: readonly string[], keys: readonly string[]): BulkLayout<BulkColumn> {
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
