import { CsvFileError } from '#shared/bulk/rows/errors.ts';

/** Returns the index of each key's column. @throws CsvFileError when a required key is repeated */
export function columnIndexes(
  headers: readonly string[],
  keys: readonly string[],
  counting: readonly string[],
): Map<string, number> {
  const found = new Map<string, number>();
  keys.forEach((key, index) => {
    if (!counting.includes(key)) return;
    if (found.has(key)) {
      throw new CsvFileError('repeated_columns', `La columna «${headers[index]}» está dos veces`, headers);
    }
    found.set(key, index);
  });
  return found;
}
