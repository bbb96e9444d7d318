/** The offered page sizes (D1 §9). */
export const PAGE_SIZES = [10, 20, 30, 40, 50] as const;

/** Parses a typed page number and clamps it to the existing pages; null for no number. */
export function clampPage(typed: string, last: number): number | null {
  const page = Number.parseInt(typed.trim(), 10);
  if (Number.isNaN(page)) return null;
  return Math.min(Math.max(page, 1), Math.max(last, 1));
}
