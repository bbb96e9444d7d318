import { requireWholeLetters } from '#shared/bulk/doubts/damaged-cells.ts';
import { fileTooLargeError } from '#shared/bulk/file/csv-reader.ts';
import { createDecoder } from '#shared/bulk/file/detect-encoding.ts';
import type { BulkLimits } from '#shared/bulk/rows/limits.ts';
import { readChunks, requireCsvName } from './csv-file.ts';

/**
 * Decodes a CSV file of which no row is shown before it is sent.
 *
 * @throws {CsvFileError} for a file that is no text or too large, and for letters that are or may be damaged
 */
export async function readCsvText(file: File, { bytes: most }: Pick<BulkLimits, 'bytes'>): Promise<string> {
  requireCsvName(file);
  if (file.size > most) throw fileTooLargeError(most);
  const decoder = createDecoder({ marksGuesses: true });
  let text = '';
  for await (const bytes of readChunks(file, new AbortController().signal, () => undefined))
    for (const part of decoder.push(bytes)) text += part;
  for (const part of decoder.end()) text += part;
  requireWholeLetters(text);
  return text;
}
