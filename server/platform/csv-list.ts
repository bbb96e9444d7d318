import Papa from 'papaparse';
import { plainCell } from '#shared/bulk/cells/cell-at.ts';
import { fold } from '#shared/kit/text/fold.ts';

/** A column of a list: its names in a header, in lower case and with `_` between words. */
export interface ListColumn {
  names: readonly string[];
  /** Whether a list without the column is read. */
  optional?: boolean;
}

export interface CsvListRow<C extends string> {
  /** Line in the file, from 1. */
  line: number;
  /** Texts without surrounding and repeated spaces; '' for a column that the list lacks. */
  cells: Record<C, string>;
}

/** Why a row, or the whole list, was skipped: its line in the file, from 1, and a Spanish message. */
export interface ListProblem {
  line: number;
  message: string;
}

/**
 * Reads a CSV list with a header, separated by `;` or `,`: its columns in any order and among others, empty rows skipped. Reads row by
 * row, so that the cells of the whole list are never in memory at once.
 *
 * @param onRow called with each row
 * @returns a problem for each row that can't be read; one on line 1 for a list without a required column; never throws for contents
 */
export function readCsvList<C extends string>(
  text: string,
  columns: Record<C, ListColumn>,
  onRow: (row: CsvListRow<C>) => void,
): ListProblem[] {
  const problems: ListProblem[] = [];
  const list = text.replace(/^\uFEFF/, '');
  let header: Header<C> | null = null;
  let line = 1;
  let read = 0;
  Papa.parse<string[]>(list, {
    delimiter: delimiterOf(list),
    step({ data, errors, meta }, parser) {
      const rowLine = line;
      line += lineBreaks(list.slice(read, meta.cursor));
      read = meta.cursor;
      const cells = data.map((cell) => plainCell(cell.replace(/\s+/g, ' ')));
      if (cells.every((cell) => cell === '')) return;
      if (!header) {
        const found = headerOf(cells, columns);
        if (typeof found === 'string') {
          problems.push({ line: rowLine, message: found });
          parser.abort();
        } else header = found;
        return;
      }
      const problem = problemOf(cells, header, errors.length > 0);
      if (problem) problems.push({ line: rowLine, message: problem });
      else onRow({ line: rowLine, cells: header.cellsOf(cells) });
    },
  });
  if (!header && problems.length === 0) problems.push({ line: 1, message: 'El archivo está vacío' });
  return problems;
}

interface Header<C extends string> {
  width: number;
  cellsOf(row: readonly string[]): Record<C, string>;
}

/** Returns the positions of the columns; a Spanish message if one is missing. */
function headerOf<C extends string>(row: readonly string[], columns: Record<C, ListColumn>): Header<C> | string {
  const found = row.map((name) => fold(name).replaceAll(' ', '_'));
  const names = Object.keys(columns) as C[];
  const at = new Map(names.map((column) => [column, found.findIndex((name) => columns[column].names.includes(name))]));
  const missing = names.filter((column) => !columns[column].optional && (at.get(column) ?? -1) < 0);
  if (missing.length > 0) return `Falta la columna ${missing.map((column) => columns[column].names[0]).join(', ')}`;
  return {
    width: row.length,
    cellsOf: (cells) =>
      Object.fromEntries(names.map((column) => [column, cells[at.get(column) ?? -1] ?? ''])) as Record<C, string>,
  };
}

function problemOf(cells: readonly string[], { width }: Header<string>, badQuotes: boolean): string | null {
  if (badQuotes) return 'Las comillas no están bien cerradas';
  return cells.length === width ? null : `Tiene ${cells.length} columnas y el encabezado ${width}`;
}

// Papa's own detection reads the first rows and may mistake the comma of 'Tierra del Fuego, Antártida e …' for a
// delimiter.
function delimiterOf(text: string): ';' | ',' {
  const header = text.trimStart().split(/[\r\n]/, 1)[0] ?? '';
  return header.includes(';') ? ';' : ',';
}

function lineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
