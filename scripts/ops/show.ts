import { EMPTY_VALUE, formatTimestamp } from '#shared/format.ts';
import type { Pagination } from '#shared/http/pagination.ts';

/** Control and bidi characters, which clients could put into names and addresses to manipulate the operator's terminal. */
const UNSAFE = /[\p{Cc}\p{Cf}]/gu;

/** Formats a value on one line: dates in the time zone of Buenos Aires, booleans as sí and no. */
export function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return EMPTY_VALUE;
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  const text = String(value).replace(/\s+/g, ' ').replace(UNSAFE, '');
  return /^\d{4}-\d\d-\d\dT/.test(text) ? formatTimestamp(text) : text;
}

/** Formats JSON, with control and bidi characters escaped. */
export function json(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/[\u007f-\u009f\p{Cf}]/gu, (char) =>
    [...Array(char.length).keys()].map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}

/** Formats rows as a table. @param columns value of each column, by title */
export function table<R>(rows: readonly R[], columns: Readonly<Record<string, (row: R) => unknown>>): string {
  if (rows.length === 0) return 'No hay nada que mostrar';
  const lines = [Object.keys(columns), ...rows.map((row) => Object.values(columns).map((value) => shown(value(row))))];
  const widths = Object.keys(columns).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats the values of an object, one line for each value. */
export function card(values: Readonly<Record<string, unknown>>): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(width)}  ${shown(value)}`)
    .join('\n');
}

/** Formats the number of the page and the totals. */
export function pageLine({ page, pages, total }: Pagination): string {
  return `\nPágina ${page} de ${pages}, ${total} en total`;
}
