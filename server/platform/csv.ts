import { Readable } from 'node:stream';
import { type CsvCell, csvLine, UTF8_BOM } from '#shared/kit/text/csv.ts';
import { Download } from './http/response/download.ts';

type Row = readonly CsvCell[];

/**
 * Streams a table as a CSV download (readings S12). Reads the next page of rows only when the receiver has taken most of the
 * last one, and stops when the receiver disconnects.
 *
 * @param name file name without extension
 */
export function csvDownload(name: string, header: Row, pages: AsyncIterable<readonly Row[]>): Download {
  async function* chunks() {
    yield UTF8_BOM + csvLine(header);
    for await (const rows of pages) yield rows.map(csvLine).join('');
  }
  return new Download('text/csv; charset=utf-8', `${name}.csv`, Readable.from(chunks(), { objectMode: false }));
}
