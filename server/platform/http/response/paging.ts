/** Returns the number of pages of a list. An empty list has one page. */
export function pageCount(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}

/** A page of a list as JSON text, which is sent unchanged. All other responses are serialised by their endpoint's schema. */
export class ListPage {
  readonly json: string;

  /** Builds a page (readings C40). @param rows JSON text of an array */
  constructor(rows: string, { page, total, limit }: { page: number; total: number; limit: number }) {
    const pagination = JSON.stringify({ page, pages: pageCount(total, limit), total, limit });
    this.json = `{"results":${rows},"pagination":${pagination}}`;
  }
}
