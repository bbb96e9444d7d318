import type { Database, Read } from '#server/db/database.ts';
import type { Slice } from '#server/db/list-statement.ts';
import type { JsonText } from '#server/platform/http/answers.ts';
import { pagesOf, pageText } from '#server/platform/http/paging.ts';

/** Rows that a page may lie behind the first and still be reached by walking there. */
const NEAR = 2000;

/** The statements that a list is read by. */
interface ListReads<R extends object> {
  /** Rows `R` with `total`. */
  slice: (slice: Slice) => Read;
  /** One row `n`. */
  total: () => Read;
  /** Rows `R`: a quicker way to a slice far from where its walk begins. */
  far?: ((slice: Slice) => Read) | false;
  /** The rows on the wire, as JSON text. */
  results: (rows: readonly R[]) => string;
}

/**
 * A page of a client's list (readings S14): near pages cost one statement; a far one is found by its day, where the list can
 * do that, else looked up from whichever end is closer. A page behind the last is the last.
 */
export async function listPage<R extends object>(
  db: Database,
  clientId: number,
  { page: asked, limit }: { page: number; limit: number },
  { slice, total: count, far, results }: ListReads<R>,
): Promise<JsonText> {
  const rowsOf = async <T>(statement: Read): Promise<T[]> => {
    const [result] = await db.readReplica(clientId, [statement]);
    return result?.rows ?? [];
  };
  const offset = (asked - 1) * limit;
  if (offset <= NEAR) {
    const rows = await rowsOf<R & { total: number }>(slice({ limit, offset, reversed: false }));
    // Without a row the total isn't known, but for the first page.
    const [{ total } = { total: 0 }] = rows;
    if (offset === 0 || rows.length > 0) return pageText(results(rows), { page: asked, total, limit });
  }
  // What is beyond all numbers is behind every list.
  if (far && offset > NEAR && Number.isSafeInteger(offset)) {
    const [counted, found] = await db.readReplica(clientId, [count(), far({ limit, offset, reversed: false })]);
    const total: number = counted?.rows[0].n;
    if (offset < total) return pageText(results(found?.rows ?? []), { page: asked, total, limit });
  }
  const [{ n: total } = { n: 0 }] = await rowsOf<{ n: number }>(count());
  const page = Math.min(asked, pagesOf(total, limit));
  const wanted = sliceOf(page, limit, total);
  const statement = far && wanted.offset > NEAR ? far(wanted) : slice(wanted);
  return pageText(results(await rowsOf<R>(statement)), { page, total, limit });
}

/** Past the middle the list is walked from its end. */
function sliceOf(page: number, limit: number, total: number): Slice {
  const offset = (page - 1) * limit;
  const taken = Math.min(limit, total - offset);
  const reversed = offset > total / 2;
  return { limit: Math.max(1, taken), offset: reversed ? total - offset - taken : offset, reversed };
}
