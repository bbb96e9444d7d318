import { SPREADSHEET } from '#shared/bulk/file/detect-encoding.ts';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';

/** Bytes per read. */
export const CHUNK_BYTES = 128 * 1024;

/** Yields to the event loop, so that the page can render and handle input. */
export const yieldToEventLoop = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Reads a file in chunks and yields to the event loop between them.
 *
 * @param onRead called with the share that was read, 0 to 1
 * @throws {CsvFileError} when the file was changed or removed; the signal's reason when it was aborted
 */
export async function* readChunks(
  file: Blob,
  signal: AbortSignal,
  onRead: (share: number) => void,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    signal.throwIfAborted();
    const bytes = await file
      .slice(at, at + CHUNK_BYTES)
      .arrayBuffer()
      .catch(() => {
        throw new CsvFileError('not_csv', 'No pudimos leer el archivo: cambió o ya no está. Elegilo de nuevo');
      });
    yield new Uint8Array(bytes);
    onRead(Math.min(1, (at + CHUNK_BYTES) / file.size));
    await yieldToEventLoop();
  }
}

/** File names of spreadsheet programs. */
const WORKBOOK = /\.(?:xls[xmb]?|ods|numbers)$/i;

/**
 * Checks that a file's name ends in .csv.
 *
 * @throws {CsvFileError} otherwise; for a workbook the message explains how to export it as CSV
 */
export function requireCsvName({ name }: File): void {
  if (/\.csv$/i.test(name)) return;
  throw new CsvFileError('not_csv', WORKBOOK.test(name) ? SPREADSHEET : 'Elegí un archivo .csv');
}

/** Creates a CSV file from a text. */
export const csvFile = (text: string, name: string) => new File([text], name, { type: 'text/csv' });
