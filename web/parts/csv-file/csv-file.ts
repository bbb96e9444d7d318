import { SPREADSHEET } from '#shared/bulk/decode.ts';
import { FileProblem } from '#shared/bulk/problems.ts';

/** Bytes that are read at once. */
export const PIECE = 128 * 1024;

/** Lets the page draw and answer. */
export const breath = () => new Promise((resolve) => setTimeout(resolve));

/**
 * The bytes of a file, with pauses in which the page moves.
 *
 * @param onRead told how far it is, 0 to 1
 * @throws {FileProblem} when it has changed or gone; the signal's reason when it was aborted
 */
export async function* piecesOf(
  file: Blob,
  signal: AbortSignal,
  onRead: (share: number) => void,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE) {
    signal.throwIfAborted();
    const bytes = await file
      .slice(at, at + PIECE)
      .arrayBuffer()
      .catch(() => {
        throw new FileProblem('not_csv', 'No pudimos leer el archivo: cambió o ya no está. Elegilo de nuevo');
      });
    yield new Uint8Array(bytes);
    onRead(Math.min(1, (at + PIECE) / file.size));
    await breath();
  }
}

/** Names of files that spreadsheet programs save. */
const WORKBOOK = /\.(?:xls[xmb]?|ods|numbers)$/i;

/** @throws {FileProblem} for a file that isn't named as one, with a way to make one of a workbook */
export function refuseOtherNames({ name }: File): void {
  if (/\.csv$/i.test(name)) return;
  throw new FileProblem('not_csv', WORKBOOK.test(name) ? SPREADSHEET : 'Elegí un archivo .csv');
}

/** A CSV file of a text. */
export const csvFile = (text: string, name: string) => new File([text], name, { type: 'text/csv' });

/** What the rows of a file that are still wrong are saved as. */
export const nameToCorrect = (name: string) => name.replace(/(\.csv)?$/i, ' - a corregir.csv');
