import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import { type CellError, shortened } from '#shared/bulk/rows/errors.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import type { BulkColumn } from './columns.ts';

/** Days since 30 December 1899, by which spreadsheets store dates: those of the years 2000 to 2050. A time of day has decimals. */
const SERIAL = /^(\d{5})(?:[.,]\d+)?$/;
const [FIRST, LAST] = [36_526, 55_153];

/** Five digits as a spreadsheet shows them in groups, with a unit behind them. */
const GROUPED = /^(\d{2})[.,](\d{3})(?: \D*)?$/;

/** A time of day, stored as a part of a day: 0,1277777777777778 is 3:04. Other fractions have fewer decimals. */
const PART_OF_DAY = /^0[.,]\d{5,}$/;

/**
 * Columns in which a number of five digits is hardly one. Orders, SKUs and pesos have such numbers. Phones, postal codes, lengths
 * and quantities are refused by their limits.
 */
const COLUMNS: readonly BulkColumn[] = [
  'documento',
  'calle',
  'altura',
  'piso',
  'dpto',
  'entre_calle_1',
  'entre_calle_2',
  'localidad',
  'barrio',
  'peso_g',
];

/**
 * Returns the doubts about numbers by which a spreadsheet may store a date or a time: '3/12', '9 de Julio' and 1.5 become dates, and
 * lose their look where the cell's format is changed later.
 */
export function serialDoubts({ row, cells, typed }: BulkRow): CellError[] {
  return COLUMNS.flatMap((column) => {
    const cell = cells[column];
    const kilos = column === 'peso_g' ? typed?.peso_g : undefined;
    if (kilos !== undefined) return kilosDoubt(row, cell, kilos);
    const made = storedMoment(cell);
    // Heavy shipments are weighed in tens of grams.
    if (made === null || (column === 'peso_g' && /0$/.test(cell))) return [];
    return [
      { row, column, value: shortened(cell), reason: `La planilla puede haberlo convertido en ${made}. Revisalo` },
    ];
  });
}

/** Returns the doubt about a weight that the file has in kilos: the digits of a date, with the separator that a spreadsheet shows. */
function kilosDoubt(row: number, grams: string, typed: string): CellError[] {
  const [, thousands = '', rest = ''] = GROUPED.exec(typed) ?? [];
  const made = thousands + rest === grams && !grams.endsWith('0') ? storedMoment(grams) : null;
  const reason = `«${shortened(typed)}» puede ser ${made} que la planilla guardó como número. Revisalo`;
  return made === null ? [] : [{ row, column: 'peso_g', value: shortened(typed), reason }];
}

/** Returns what a number is to a spreadsheet, in Spanish: a day of this century, or a time. Null for any other text. */
export function storedMoment(text: string): string | null {
  if (PART_OF_DAY.test(text)) return 'una hora';
  const serial = Number(SERIAL.exec(text)?.[1]);
  if (!(serial >= FIRST && serial <= LAST)) return null;
  const [year, month, day] = new Date(Date.UTC(1899, 11, 30) + serial * DAY_MS).toISOString().slice(0, 10).split('-');
  return `una fecha (${day}/${month}/${year})`;
}
