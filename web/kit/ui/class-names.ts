/** Joins the truthy class names: `classNames(styles.row, on && styles.on)`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
