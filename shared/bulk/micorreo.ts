import { takeCodePoints } from '#shared/code-points.ts';
import { PICKUP_POINT_MODE } from '#shared/rules/delivery-modes.ts';
import { NO_DOCUMENT } from '#shared/rules/document.ts';
import { provinceByLetter } from '#shared/rules/provinces.ts';
import { type BulkCells, type BulkColumn, emptyCells } from './columns.ts';
import { kilosToGrams } from './normalize-numbers.ts';

/** Headers of Correo Argentino's MiCorreo, hints in brackets taken off; each names the column of ours that it fills. */
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

export type MiCorreoHeader = keyof typeof HEADERS;

export const MICORREO_HEADERS = Object.keys(HEADERS) as MiCorreoHeader[];

/** Those without which a file isn't taken for one of MiCorreo. */
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

/** What an order needs and MiCorreo doesn't ask for: «sin datos». */
const UNKNOWN = NO_DOCUMENT;

/** Told to whoever uploads such a file. */
export const MICORREO_NOTES = [
  'El peso se toma en kilos y el teléfono del celular, o del fijo si no hay.',
  `MiCorreo no pide documento ni entre calles: se completan con «${UNKNOWN}». El barrio es la localidad.`,
  'Las filas con sucursal de destino y sin calle van a un punto de retiro; las demás, a domicilio.',
  'Las filas sin número de orden reciben uno que siempre es el mismo para los mismos datos.',
];

/** The header of theirs that fills a column of ours; null for none. */
export function miCorreoHeader(column: BulkColumn): MiCorreoHeader | null {
  return MICORREO_HEADERS.find((header) => HEADERS[header] === column) ?? null;
}

/**
 * One row of MiCorreo as a row of ours: one row is one shipment, kilos become grams, a province's letter its name.
 *
 * @param given cells by header
 * @param nth number of the row among those that say the very same
 */
export function fromMiCorreo(given: Record<MiCorreoHeader, string>, nth: (cells: string) => number): BulkCells {
  const [nombre, apellido] = names(given.destino_nombre);
  const pickup = given.sucursal_destino !== '' && given.calle_destino === '';
  const city = given.localidad_destino || given.sucursal_destino;
  return {
    ...emptyCells(),
    nro_orden: given.numero_orden || generatedOrderNumber(Object.values(given).join('|'), nth),
    modo_entrega: pickup ? String(PICKUP_POINT_MODE) : '1',
    nombre,
    apellido,
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

/** The last word is the family name; who has only one keeps it as the first. */
function names(full: string): [string, string] {
  const words = full.split(/\s+/).filter(Boolean);
  if (words.length < 2) return [full, full === '' ? '' : UNKNOWN];
  return [words.slice(0, -1).join(' '), words.at(-1) as string];
}

const phone = (area: string, number: string) => (number === '' ? '' : `${area} ${number}`.trim());

/** The same data get the same number, so that a file that comes again makes no second orders. */
function generatedOrderNumber(row: string, nth: (cells: string) => number): string {
  const count = nth(row);
  return `MC-${hash(row).toString(36).toUpperCase()}${count > 1 ? `-${count}` : ''}`;
}

/** 53 bits of a text (cyrb53, public domain): a browser's own digests are asynchronous. */
function hash(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0);
}
