/**
 * Labels with those of one order together: orders in the order of their first label, labels of one order as they were given.
 *
 * @param orderOf what names the order of a label
 */
export function groupLabelsByOrder<T>(labels: readonly T[], orderOf: (label: T) => string | number): T[] {
  return [...Map.groupBy(labels, orderOf).values()].flat();
}
