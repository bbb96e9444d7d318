let count = 0;

/**
 * Returns a text that no other test of a run has, such as `SKU-4f2-000001`. It contains the process id because several test processes
 * may share a database. The count has a fixed width, so that no text contains another one.
 */
export function uniqueText(prefix: string): string {
  count += 1;
  return `${prefix}${process.pid.toString(36)}-${String(count).padStart(6, '0')}`;
}
