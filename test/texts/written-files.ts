import { encode } from '#shared/bulk/file/encodings.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';

/** A file with rows as a program of senders writes them, and how a person reads each order. */
export interface RealFile {
  program: string;
  bytes: Uint8Array;
  mapping?: BulkMapping;
  /** '? piso: word' behind an order names a cell to check, '! cp: word' stands for an order that is refused. */
  orders: readonly string[];
}

/** The cells of a row. */
export type Cells = readonly string[];

/** How a program writes rows. */
export interface Look {
  delimiter: string;
  newline: string;
  /** Quotes each cell, not only those that need it. */
  quotesAll?: boolean;
}

/** Writes rows as a program does. */
export const written = (rows: readonly Cells[], { delimiter, newline, quotesAll = false }: Look) =>
  rows
    .map((cells) =>
      cells
        .map((cell) =>
          quotesAll || cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
        )
        .join(delimiter),
    )
    .map((line) => line + newline)
    .join('');

export const EXCEL: Look = { delimiter: ';', newline: '\r\n' };
export const COMMAS: Look = { delimiter: ',', newline: '\n' };

export const utf8 = (text: string) => new TextEncoder().encode(text);

export const bytesIn = (encoding: 'windows-1252' | 'macintosh' | 'ibm850', text: string) =>
  encode(text, encoding) as Uint8Array;
