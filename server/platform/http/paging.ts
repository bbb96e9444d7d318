import { JsonText } from './answers.ts';

/** How many pages a list has; an empty one has one. */
export function pagesOf(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}

/** A page, as lists answer it (readings C40). @param results JSON text of its rows */
export function pageText(results: string, place: { page: number; total: number; limit: number }): JsonText {
  const { page, total, limit } = place;
  const pagination = JSON.stringify({ page, pages: pagesOf(total, limit), total, limit });
  return new JsonText(`{"results":${results},"pagination":${pagination}}`);
}
