let count = 0;

/** Returns a text that no other test of a process has, such as `SKU-000001`, and that contains no other such text. */
export function uniqueText(prefix: string): string {
  count += 1;
  return `${prefix}${String(count).padStart(6, '0')}`;
}
