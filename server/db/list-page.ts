import type { Database, Read } from '#server/db/database.ts';
import type { Slice } from '#server/db/list-source.ts';
import { createYield } from '#server/platform/event-loop.ts';
import { ListPage, pageCount } from '#server/platform/http/paging.ts';

/** Rows that a page may lie behind the first and still be reached by walking there. */
const WALK_LIMIT = 2000;

/** Rows that are written as JSON in one turn of the event loop, some 2 ms. */
const ROWS_AT_ONCE = 200;

/** The statements that a list is read by. */
interface ListReads<R extends { id: number }> {
  /** Rows `R` with `total`. */
  slice: (slice: Slice) => Read;
  /** One row `n`. */
  total: () => Read;
  /** Rows `R`: a quicker way to a slice far from where its walk begins. */
  far?: ((slice: Slice) => Read) | false;
  /** JSON text of some rows as an array. Rows with the same id are one entry and come together. */
  results: (rows: readonly R[]) => string;
}

/**
 * A page of a client's list (readings S14): near pages cost one statement; a far one is found by its day, where the list can
 * do that, else looked up from whichever end is closer. A page behind the last is the last.
 */
export async function listPage<R extends { id: number }>(
  db: Database,
  clientId: number,
  { page: asked, limit }: { page: number; limit: number },
  { slice, total: count, far, results }: ListReads<R>,
): Promise<ListPage> {
  const rowsOf = async <T>(statement: Read): Promise<T[]> => {
    const [result] = await db.read(clientId, [statement]);
    return result?.rows ?? [];
  };
  const offset = (asked - 1) * limit;
  if (offset <= WALK_LIMIT) {
    const rows = await rowsOf<R & { total: number }>(slice({ limit, offset, reversed: false }));
    // Without a row the total isn't known, but for the first page.
    const [{ total } = { total: 0 }] = rows;
    if (offset === 0 || rows.length > 0)
      return new ListPage(await textOf(rows, results), { page: asked, total, limit });
  }
  // An unsafe offset is past the end.
  if (far && offset > WALK_LIMIT && Number.isSafeInteger(offset)) {
    const [counted, found] = await db.read(clientId, [count(), far({ limit, offset, reversed: false })]);
    const total: number = counted?.rows[0].n;
    if (offset < total) return new ListPage(await textOf(found?.rows ?? [], results), { page: asked, total, limit });
  }
  const [{ n: total } = { n: 0 }] = await rowsOf<{ n: number }>(count());
  const page = Math.min(asked, pageCount(total, limit));
  const wanted = sliceOf(page, limit, total);
  const statement = far && wanted.offset > WALK_LIMIT ? far(wanted) : slice(wanted);
  return new ListPage(await textOf(await rowsOf<R>(statement), results), { page, total, limit });
}

/** Writes rows in parts, so that other requests get their turn during a page of thousands. */
async function textOf<R extends { id: number }>(
  rows: readonly R[],
  results: (rows: readonly R[]) => string,
): Promise<string> {
  if (rows.length <= ROWS_AT_ONCE) return results(rows);
  const yieldToEventLoop = createYield();
  const parts: string[] = [];
  for (let begin = 0; begin < rows.length; ) {
    let end = Math.min(rows.length, begin + ROWS_AT_ONCE);
    while (end < rows.length && rows[end]?.id === rows[end - 1]?.id) end++;
    parts.push(results(rows.slice(begin, end)).slice(1, -1));
    begin = end;
    await yieldToEventLoop();
  }
  return `[${parts.join(',')}]`;
}

/** Past the middle the list is walked from its end. */
function sliceOf(page: number, limit: number, total: number): Slice {
  const offset = (page - 1) * limit;
  const taken = Math.min(limit, total - offset);
  const reversed = offset > total / 2;
  return { limit: Math.max(1, taken), offset: reversed ? total - offset - taken : offset, reversed };
}
