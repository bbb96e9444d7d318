import { openCsvFile } from '#shared/bulk/file/csv-reader.ts';
import { headerFingerprint, uniqueHeaders } from '#shared/bulk/file/normalize-header.ts';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import { CHUNK_BYTES, readChunks } from '#web/bulk/csv-file/csv-file.ts';
import { bulkLimits } from '#web/bulk/sender/batches/batch-limits.ts';

/** Maximum number of samples of a column, and of characters in one. */
const MAX_SAMPLES = 2;
const MAX_LENGTH = 40;

/** Returns the first different values of each column of a file, by its unique header; empty if none can be read. */
export async function readSamples(file: File, headers: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const samples = new Map<string, string[]>(headers.map((header) => [header, []]));
  const key = headerFingerprint(headers);
  const chunks = readChunks(file.slice(0, CHUNK_BYTES), new AbortController().signal, () => undefined);
  try {
    const { rows } = await openCsvFile(
      chunks,
      (found) => {
        if (headerFingerprint(found) !== key) throw new CsvFileError('unknown_columns', '', found);
        return columnsOf(uniqueHeaders(found));
      },
      bulkLimits(),
    );
    for await (const part of rows) {
      for (const { cells } of part) addSamples(samples, cells);
      if ([...samples.values()].every(({ length }) => length === MAX_SAMPLES)) break;
    }
  } catch {
    // Reading the whole file reports the error.
  }
  return samples;
}

const columnsOf = (headers: readonly string[]) => ({
  cellsOf: (record: readonly string[]) =>
    Object.fromEntries(headers.map((header, index) => [header, (record[index] ?? '').trim()])) as Record<
      string,
      string
    >,
});

function addSamples(samples: ReadonlyMap<string, string[]>, cells: Readonly<Record<string, string>>): void {
  for (const [header, found] of samples) {
    const cell = cells[header]?.slice(0, MAX_LENGTH) ?? '';
    if (cell !== '' && found.length < MAX_SAMPLES && !found.includes(cell)) found.push(cell);
  }
}
