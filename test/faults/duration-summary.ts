/** Summarises durations in ms: median and maximum. */
export function summarizeDurations(durations: readonly number[]): string {
  const sorted = durations.toSorted((a, b) => a - b);
  const seconds = (ms = 0) => (ms / 1000).toFixed(1);
  return `${seconds(sorted[Math.floor(sorted.length / 2)])} s (longest ${seconds(sorted.at(-1))})`;
}
