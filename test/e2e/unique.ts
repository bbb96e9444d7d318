let numbers = 0;

/** Returns a text that no other test of this worker's gateway gets, and that contains no other such text. */
export function unique(prefix: string): string {
  numbers += 1;
  return `${prefix}-${String(numbers).padStart(4, '0')}`;
}
