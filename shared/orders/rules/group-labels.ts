/**
 * Groups labels by order. Orders are sorted by their first label; the labels of an order keep their sequence.
 *
 * @param orderOf returns the key of a label's order
 */
export function groupLabelsByOrder<T>(labels: readonly T[], orderOf: (label: T) => string | number): T[] {
  return [...Map.groupBy(labels, orderOf).values()].flat();
}
