/**
 * Returns the least number of letters to insert, remove, replace or swap with their neighbour between two texts (optimal string
 * alignment).
 */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = at(row, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwap ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY;
      next[j] = Math.min(replaced, swapped, at(row, j) + 1, at(next, j - 1) + 1);
    }
    before = row;
    row = next;
  }
  return at(row, other.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;

/** A name, and its spelling as texts are compared with it. */
export interface Spelling<N> {
  name: N;
  letters: string;
}

/**
 * Returns the name that a typing error may have been: the one that needs the fewest changes, if these are few enough; null if none is
 * near, or several are equally near.
 *
 * @param letters the text, spelt as the names
 * @param most returns how many changes are few enough for a name of so many letters
 */
export function nearestName<N>(
  letters: string,
  names: readonly Spelling<N>[],
  most: (length: number) => number,
): N | null {
  let nearest: { name: N | null; distance: number } = { name: null, distance: Number.POSITIVE_INFINITY };
  for (const known of names) {
    const few = most(known.letters.length);
    if (Math.abs(letters.length - known.letters.length) > few) continue;
    const distance = editDistance(letters, known.letters);
    if (distance > few || distance > nearest.distance) continue;
    const isTied = distance === nearest.distance && known.name !== nearest.name;
    nearest = { name: isTied ? null : known.name, distance };
  }
  return nearest.name;
}
