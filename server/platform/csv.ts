import { Readable } from 'node:stream';
import { type CsvCell, csvLine, UTF8_BOM } from '#shared/csv.ts';
import { Download } from './http/download.ts';

type Row = readonly CsvCell[];

/**
 * Hands a table over as CSV (readings S12), one page of rows at a time: the next page is asked for when the receiver has
 * taken most of the last one, and no more are when they go away.
 *
 * @param name of the file, without its ending
 */
export function csvDownload(name: string, header: Row, pages: AsyncIterable<readonly Row[]>): Download {
  async function* chunks() {
    yield UTF8_BOM + csvLine(header);
    for await (const rows of pages) yield rows.map(csvLine).join('');
  }
  return new Download('text/csv; charset=utf-8', `${name}.csv`, Readable.from(chunks(), { objectMode: false }));
}
