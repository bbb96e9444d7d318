import { fold } from '#shared/kit/text/fold.ts';

/**
 * Normalises a header: removes case, accents, hints in brackets (`largo(obligatorio en CM)`), the asterisk of required
 * columns and the separators of words.
 */
export function normalizeHeader(header: string): string {
  return fold(header.replace(/\([^)]*\)?/g, '').replace(/[*"'\uFEFF]/g, ''))
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}

/**
 * Returns headers of which no two are normalised alike: a second 'Estado' becomes 'Estado 2', or 'Estado 3' if the file
 * has an 'Estado 2' of its own.
 */
export function uniqueHeaders(headers: readonly string[]): string[] {
  const taken = new Set(headers.map(normalizeHeader));
  const seen = new Set<string>();
  return headers.map((header) => {
    const key = normalizeHeader(header);
    if (key === '' || !seen.has(key)) {
      seen.add(key);
      return header;
    }
    // A bracket that isn't closed would hide the count.
    const name = normalizeHeader(`${header} 2`) === key ? key : header;
    let count = 2;
    while (taken.has(normalizeHeader(`${name} ${count}`))) count += 1;
    taken.add(normalizeHeader(`${name} ${count}`));
    return `${name} ${count}`;
  });
}

/** Returns the letters of a column in spreadsheets: A, Z, AA. */
const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Returns the shown names of columns with equal headers, by their unique headers: 'Localidad (columna F)'. */
export function repeatedLabels(headers: readonly string[]): ReadonlyMap<string, string> {
  const keys = headers.map(normalizeHeader);
  return new Map(
    uniqueHeaders(headers).flatMap((unique, index) => {
      const key = keys[index] ?? '';
      const isRepeated = key !== '' && keys.indexOf(key) !== keys.lastIndexOf(key);
      return isRepeated ? [[unique, `${headers[index]} (columna ${columnLetters(index)})`] as const] : [];
    }),
  );
}

/** Returns the key of a file's layout: its non-empty headers, sorted. */
export function headerFingerprint(headers: readonly string[]): string {
  return [
    ...new Set(
      uniqueHeaders(headers)
        .map(normalizeHeader)
        .filter((key) => key !== ''),
    ),
  ]
    .sort()
    .join('|');
}
