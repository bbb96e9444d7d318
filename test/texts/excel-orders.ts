import type { BulkCells } from '#shared/bulk/layout/columns.ts';
import { bulkCells, bulkText } from './bulk-file-factory.ts';

/** An invalid row of the file, and its correction in the grid. */
export interface InvalidRow {
  row: number;
  number: string;
  /** Part of the row's expected reason. */
  reason: string;
  /** The cell to change and its right value; null removes the row. */
  correction: { value: string; typed: string } | null;
}

/** Faults of the orders, in rotation: spreadsheet artifacts and mistakes of people. */
const INVALID_ROWS: readonly {
  change: (n: number) => Partial<BulkCells>;
  reason: string;
  correction: (n: number) => { value: string; typed: string };
}[] = [
  {
    change: (n) => ({ cantidad: String(50 + n) }),
    reason: 'Falta el sku de esta cantidad',
    correction: (n) => ({ value: String(50 + n), typed: '' }),
  },
  {
    change: () => ({ apellido: '#¿NOMBRE?' }),
    reason: 'Es un error de la planilla',
    correction: () => ({ value: '#¿NOMBRE?', typed: 'Núñez' }),
  },
  {
    change: () => ({ nombre: '=1+1 Gómez' }),
    reason: 'Es una fórmula',
    correction: () => ({ value: '=1+1 Gómez', typed: 'Íñigo' }),
  },
  {
    change: () => ({ altura: '12-may' }),
    reason: 'lo convirtió en una fecha',
    correction: () => ({ value: '12-may', typed: '12-5' }),
  },
  {
    change: () => ({ telefono: '5,49E+12' }),
    reason: 'acortó el número',
    correction: () => ({ value: '5,49E+12', typed: '351 612-4480' }),
  },
  {
    change: () => ({ provincia: 'Atlántida' }),
    reason: 'Elegí una provincia de la lista',
    correction: () => ({ value: 'Atlántida', typed: 'Córdoba' }),
  },
  {
    change: () => ({ documento: 'malo' }),
    reason: 'El documento debe tener números',
    correction: () => ({ value: 'malo', typed: '28.456.789' }),
  },
];

/** Number of orders in the file. */
const EXCEL_ORDERS = 300;

/** Every tenth order has a fault; two more rows are a duplicate order and a duplicate number. */
const EVERY = 10;

/**
 * Builds a file of 300 orders in the template's columns as Excel saves it in Argentina: Windows-1252, semicolons, blank
 * lines and trailing cells, with spreadsheet artifacts and mistakes.
 *
 * @param prefix of the orders' numbers
 */
export function excelOrders(prefix: string): { bytes: Buffer; invalidRows: InvalidRow[]; rows: number } {
  const rows: BulkCells[] = [];
  const invalidRows: InvalidRow[] = [];
  /** Returns the row number as in a spreadsheet, with the header and a blank line per hundred orders. */
  const lineOf = (index: number) => index + 2 + Math.floor(index / 100);
  for (let n = 0; n < EXCEL_ORDERS; n++) {
    const number = `${prefix}-${n + 1}`;
    const right = { nro_orden: number, documento: '28.456.789', piso: '', dpto: '', calle: 'Pasaje Ñandú' };
    const fault = n % EVERY === EVERY - 1 ? INVALID_ROWS[((n + 1) / EVERY - 1) % INVALID_ROWS.length] : undefined;
    if (fault) invalidRows.push({ row: lineOf(n), number, reason: fault.reason, correction: fault.correction(n) });
    rows.push(bulkCells(n, { ...right, ...fault?.change(n) }));
  }
  const first = rows[0] as BulkCells;
  invalidRows.push({ row: lineOf(rows.length), number: first.nro_orden, reason: 'Fila repetida', correction: null });
  rows.push(first);
  const taken = { ...bulkCells(999), nro_orden: `${prefix}-2`, nombre: 'Otra', apellido: 'Compra', calle: 'Mitre' };
  invalidRows.push({
    row: lineOf(rows.length),
    number: taken.nro_orden,
    reason: 'Número repetido',
    correction: { value: taken.nro_orden, typed: `${prefix}-301` },
  });
  rows.push(taken);
  const lines = bulkText(rows).split('\r\n');
  const text = lines
    .flatMap((line, index) => (index > 1 && (index - 1) % 100 === 0 && line !== '' ? [';;;', `${line};;`] : [line]))
    .join('\r\n');
  return { bytes: Buffer.from(text, 'latin1'), invalidRows, rows: rows.length };
}
