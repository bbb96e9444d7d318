import type { Database, Read } from '#server/db/database.ts';
import type { Slice } from '#server/db/list-statement.ts';
import type { JsonText } from './answers.ts';
import { pagesOf, pageText } from './paging.ts';

/** Rows that a page may lie behind the first and still be reached by walking there. */
const NEAR = 2000;

/** The statements that a list is read by. */
interface ListReads {
  /** One row `total`, `results` (JSON text). */
  slice: (slice: Slice) => Read;
  /** One row `n`. */
  total: () => Read;
  /** One row `results`: a quicker way to a slice far from where its walk begins. */
  far?: ((slice: Slice) => Read) | false;
  /** Puts into the rows what the database can't say. */
  finish?: (results: string) => string;
}

/**
 * A page of a client's list (readings S14): near pages cost one statement; a far one is found by its day, where the list can
 * do that, else looked up from whichever end is closer. A page behind the last is the last.
 */
export async function listPage(
  db: Database,
  clientId: number,
  { page: asked, limit }: { page: number; limit: number },
  { slice, total: count, far, finish = String }: ListReads,
): Promise<JsonText> {
  const row = async <R>(statement: Read): Promise<R> => {
    const [result] = await db.readReplica(clientId, [statement]);
    return result?.rows[0] as R;
  };
  const offset = (asked - 1) * limit;
  if (offset <= NEAR) {
    const { total, results } = await row<{ total: number; results: string }>(slice({ limit, offset, reversed: false }));
    if (offset === 0 || offset < total) return pageText(finish(results), { page: asked, total, limit });
  }
  // What is beyond all numbers is behind every list.
  if (far && offset > NEAR && Number.isSafeInteger(offset)) {
    const [counted, found] = await db.readReplica(clientId, [count(), far({ limit, offset, reversed: false })]);
    const total: number = counted?.rows[0].n;
    if (offset < total) return pageText(finish(found?.rows[0].results), { page: asked, total, limit });
  }
  const { n: total } = await row<{ n: number }>(count());
  const page = Math.min(asked, pagesOf(total, limit));
  const wanted = sliceOf(page, limit, total);
  const statement = far && wanted.offset > NEAR ? far(wanted) : slice(wanted);
  const { results } = await row<{ results: string }>(statement);
  return pageText(finish(results), { page, total, limit });
}

/** Past the middle the list is walked from its end. */
function sliceOf(page: number, limit: number, total: number): Slice {
  const offset = (page - 1) * limit;
  const taken = Math.min(limit, total - offset);
  const reversed = offset > total / 2;
  return { limit: Math.max(1, taken), offset: reversed ? total - offset - taken : offset, reversed };
}
