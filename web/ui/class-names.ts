/** Joins the class names that apply: `classNames(styles.row, on && styles.on)`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
