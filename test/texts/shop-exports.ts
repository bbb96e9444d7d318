/** Number of orders of a generated export. */
const EXPORTED = 300;

/** What a generated export must come to. */
export interface ExportedFile {
  bytes: Buffer;
  /** Orders that can't be sent without a person: the row of each, the shop's number, and the template's column. */
  missing: { row: number; order: string; column: string }[];
  /** Numbers of the orders that need no shipment. */
  leftOut: string[];
  /** Numbers of the orders to be sent, without those that lack something. */
  ready: string[];
}

/** A buyer's data, as people type them into a shop. */
export interface Buyer {
  name: string;
  document: string;
  phone: string;
  street: string;
  number: string;
  unit: string;
  neighborhood: string;
  city: string;
  zip: string;
  province: string;
}

const NAMES = [
  'Lucía Benítez',
  'José Ñañez',
  'María de los Ángeles Gómez',
  'Distribuidora El Águila SRL',
  'Agustín Ibáñez Núñez',
  'SOFIA PEREZ',
  'Zoë Müller',
  'Pérez, Juan',
];
const STREETS = [
  { street: 'Av. Corrientes', number: '1234', unit: '3 B' },
  { street: '9 de Julio', number: '450', unit: '' },
  { street: 'Calle 50', number: '1120', unit: 'PB' },
  { street: 'Pasaje Ñandú', number: 'S/N', unit: 'Casa' },
  { street: 'Av. Rivadavia 5050', number: '', unit: 'Piso 2 Dpto A' },
  { street: 'San Martín', number: '77', unit: 'Local 4' },
];
const PLACES = [
  { neighborhood: 'Palermo', city: 'Capital Federal', zip: '1425', province: 'Capital Federal' },
  { neighborhood: 'Caballito', city: 'CABA', zip: 'C1424ABC', province: 'Ciudad Autónoma de Buenos Aires' },
  { neighborhood: '', city: 'La Plata', zip: '1900', province: 'Gran Buenos Aires' },
  { neighborhood: 'Nueva Córdoba', city: 'Córdoba', zip: '5000', province: 'Córdoba' },
  { neighborhood: 'Centro', city: 'Rosario', zip: '2000', province: 'Santa Fe' },
];
const PHONES = ["'+5491158732046", '+54 9 351 612-4480', '1158732046', '011 4555.6677'];

/** Builds the buyer of the nth order. */
function buyerOf(n: number): Buyer {
  const at = <T>(list: readonly T[]) => list[n % list.length] as T;
  return {
    name: at(NAMES),
    document: n % 9 === 0 ? '' : String(20_000_000 + n),
    phone: at(PHONES),
    ...at(STREETS),
    ...at(PLACES),
  };
}

/** Builds the items of the nth order: every seventh has three, and every tenth is a gift. */
export function itemsOf(n: number): { name: string; price: string; quantity: string; sku: string }[] {
  const gift = { name: 'Muestra, sin cargo', price: '0.00', quantity: '1', sku: '' };
  const mug = { name: 'Taza «Ñandú» (Roja, M)', price: '12500.50', quantity: '2', sku: `TZ-${n % 5}` };
  if (n % 10 === 0) return [gift];
  return n % 7 === 0 ? [mug, { ...mug, name: 'Plato', price: '900.00', quantity: '1', sku: 'PL-1' }, gift] : [mug];
}

const quoted = (cell: string, delimiter: string) =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Joins rows to a file. */
export const csvText = (rows: readonly (readonly string[])[], delimiter: string) =>
  rows.map((row) => `${row.map((cell) => quoted(cell, delimiter)).join(delimiter)}\r\n`).join('');

/** Builds the lines of an export with the orders that each shop has now and then. */
export function exported(
  numberOf: (n: number) => string,
  linesOf: (n: number, kind: OrderKind, buyer: Buyer) => string[][],
): { lines: string[][]; expected: Omit<ExportedFile, 'bytes'> } {
  const lines: string[][] = [];
  const expected: Omit<ExportedFile, 'bytes'> = { missing: [], leftOut: [], ready: [] };
  for (let n = 1; n <= EXPORTED; n++) {
    const kind = kindOf(n);
    const whole = buyerOf(n);
    const buyer = kind === 'no zip' ? { ...whole, zip: '' } : kind === 'no number' ? { ...whole, ...NO_NUMBER } : whole;
    const order = numberOf(n);
    const column = { 'no zip': 'cp', 'no number': 'altura', 'foreign country': 'provincia' }[kind as string];
    if (column) expected.missing.push({ row: lines.length + 2, order, column });
    else if (kind === 'usual') expected.ready.push(order);
    else expected.leftOut.push(order);
    lines.push(...linesOf(n, kind, buyer));
  }
  return { lines, expected };
}

const NO_NUMBER = { street: 'Belgrano', number: '', unit: '' };

export type OrderKind =
  | 'usual'
  | 'no zip'
  | 'no number'
  | 'foreign country'
  | 'cancelled'
  | 'sent'
  | 'collected in the shop';

function kindOf(n: number): OrderKind {
  if (n % 50 === 3) return 'no zip';
  if (n % 60 === 4) return 'no number';
  if (n % 100 === 5) return 'foreign country';
  if (n % 40 === 6) return 'cancelled';
  if (n % 30 === 8) return 'sent';
  return n % 45 === 9 ? 'collected in the shop' : 'usual';
}
