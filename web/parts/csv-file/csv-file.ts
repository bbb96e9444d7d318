import { SPREADSHEET } from '#shared/bulk/detect-encoding.ts';
import { CsvFileError } from '#shared/bulk/errors.ts';

/** Bytes that are read at once. */
export const CHUNK_BYTES = 128 * 1024;

/** Lets the page draw and answer. */
export const yieldToEventLoop = () => new Promise((resolve) => setTimeout(resolve));

/**
 * The bytes of a file, with pauses in which the page moves.
 *
 * @param onRead told how far it is, 0 to 1
 * @throws {CsvFileError} when it has changed or gone; the signal's reason when it was aborted
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

/** Names of files that spreadsheet programs save. */
const WORKBOOK = /\.(?:xls[xmb]?|ods|numbers)$/i;

/** @throws {CsvFileError} for a file that isn't named as one, with a way to make one of a workbook */
export function requireCsvName({ name }: File): void {
  if (/\.csv$/i.test(name)) return;
  throw new CsvFileError('not_csv', WORKBOOK.test(name) ? SPREADSHEET : 'Elegí un archivo .csv');
}

/** A CSV file of a text. */
export const csvFile = (text: string, name: string) => new File([text], name, { type: 'text/csv' });

/** What the rows of a file that are still wrong are saved as. */
export const correctionsFileName = (name: string) => name.replace(/(\.csv)?$/i, ' - a corregir.csv');
