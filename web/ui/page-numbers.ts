/** What the page-size select offers (D1 §9). */
export const PAGE_SIZES = [10, 20, 30, 40, 50] as const;

/** The page that was typed, kept between the first and the last one; null when it is no number. */
export function clampPage(typed: string, last: number): number | null {
  const page = Number.parseInt(typed.trim(), 10);
  if (Number.isNaN(page)) return null;
  return Math.min(Math.max(page, 1), Math.max(last, 1));
}
