import type { Database } from '#server/db/database.ts';
import type { Read } from '#server/db/statement.ts';
import { createYield } from '#server/platform/concurrency/event-loop.ts';
import { ListPage, pageCount } from '#server/platform/http/response/paging.ts';
import type { Slice } from './list-source.ts';

/** Maximum offset of a page that is reached by scanning the list from its beginning. */
const WALK_LIMIT = 2000;

/** Rows serialised without yielding to the event loop, about 2 ms. */
const ROWS_PER_CHUNK = 200;

/** Statements that read a list. */
interface ListReads<R extends { id: number }> {
  slice: (slice: Slice) => Read<R & { total: number }>;
  /** As `slice`, but faster, and the slice may lack rows. Null for a slice that it doesn't serve. */
  recent: (slice: Slice) => Read<R & { total: number }> | null;
  /** One row. */
  total: () => Read<{ n: number }>;
  /** A faster statement for a slice with a large offset. */
  far?: ((slice: Slice) => Read<R>) | false;
  /** Serialises rows as a JSON array. Consecutive rows with the same id are one entry. */
  results: (rows: readonly R[]) => string;
}

/**
 * Reads a page of a client's list (readings S14). Near pages need one statement. A far page is found by its day if the list
 * supports that, else read from the closer end. A page past the last page returns the last page.
 */
export async function listPage<R extends { id: number }>(
  db: Database,
  clientId: number,
  { page: requestedPage, limit }: { page: number; limit: number },
  { slice, recent, total: count, far, results }: ListReads<R>,
): Promise<ListPage> {
  const rowsOf = async <T>(read: Read<T>): Promise<T[]> => (await db.read(clientId, [read]))[0];
  const offset = (requestedPage - 1) * limit;
  if (offset <= WALK_LIMIT) {
    const fast = recent({ limit, offset, reversed: false });
    const found = fast ? await rowsOf(fast) : [];
    const [{ total: all } = { total: 0 }] = found;
    if (found.length > 0 && entriesOf(found) === Math.min(limit, all - offset))
      return new ListPage(await textOf(found, results), { page: requestedPage, total: all, limit });
    const rows = await rowsOf(slice({ limit, offset, reversed: false }));
    // Rows carry the total. Without rows the total is only known on the first page, where it is 0.
    const [{ total } = { total: 0 }] = rows;
    if (offset === 0 || rows.length > 0)
      return new ListPage(await textOf(rows, results), { page: requestedPage, total, limit });
  }
  // An unsafe offset is past the end.
  if (far && offset > WALK_LIMIT && Number.isSafeInteger(offset)) {
    const [[{ n: total } = { n: 0 }], found] = await db.read(clientId, [
      count(),
      far({ limit, offset, reversed: false }),
    ]);
    if (offset < total) return new ListPage(await textOf(found, results), { page: requestedPage, total, limit });
  }
  const [{ n: total } = { n: 0 }] = await rowsOf(count());
  const page = Math.min(requestedPage, pageCount(total, limit));
  const wanted = sliceOf(page, limit, total);
  const read: Read<R> = far && wanted.offset > WALK_LIMIT ? far(wanted) : slice(wanted);
  return new ListPage(await textOf(await rowsOf(read), results), { page, total, limit });
}

/** Returns the number of entries: consecutive rows with the same id are one. */
const entriesOf = (rows: readonly { id: number }[]) => rows.filter(({ id }, n) => id !== rows[n - 1]?.id).length;

/** Serialises rows in chunks and yields to the event loop between them, for pages with thousands of rows. */
async function textOf<R extends { id: number }>(
  rows: readonly R[],
  results: (rows: readonly R[]) => string,
): Promise<string> {
  if (rows.length <= ROWS_PER_CHUNK) return results(rows);
  const yieldToEventLoop = createYield();
  const parts: string[] = [];
  for (let begin = 0; begin < rows.length; ) {
    let end = Math.min(rows.length, begin + ROWS_PER_CHUNK);
    while (end < rows.length && rows[end]?.id === rows[end - 1]?.id) end++;
    parts.push(results(rows.slice(begin, end)).slice(1, -1));
    begin = end;
    await yieldToEventLoop();
  }
  return `[${parts.join(',')}]`;
}

/** Returns the slice of a page, reversed (read from the list's end) past the middle. */
function sliceOf(page: number, limit: number, total: number): Slice {
  const offset = (page - 1) * limit;
  const size = Math.min(limit, total - offset);
  const reversed = offset > total / 2;
  return { limit: Math.max(1, size), offset: reversed ? total - offset - size : offset, reversed };
}
