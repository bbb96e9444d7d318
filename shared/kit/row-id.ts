/** Largest id that the database generates: 40 bits of a permutation below 12 bits of the month. */
const MAX_ID = 2 ** 52;

/** Parses an id that the database generated, as digits alone; null if the text can't be one. */
export function parseRowId(text: string): number | null {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= MAX_ID ? id : null;
}
