import { run } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { headersKey } from '#shared/bulk/header-key.ts';
import type { BulkMapping } from '#shared/bulk/mapping.ts';

/** Layouts of its own files that a client's are remembered by; the longest unused goes. */
const MAX_MAPPINGS = 50;

/** What a client has said of its own files, the last used first. */
export async function readMappings(deps: Deps, clientId: number): Promise<BulkMapping[]> {
  const [result] = await deps.db.read(clientId, [
    { text: 'SELECT mapping FROM batch_mappings WHERE client_id = $1 ORDER BY updated_at DESC', values: [clientId] },
  ]);
  return ((result?.rows ?? []) as { mapping: BulkMapping }[]).map(({ mapping }) => mapping);
}

/** Remembers what the columns of a file mean; the same headers in any order are one layout. */
export async function keepMapping(deps: Deps, { clientId }: Caller, mapping: BulkMapping) {
  await deps.db.withClient(clientId, async (trx) => {
    await run(
      trx,
      `INSERT INTO batch_mappings (client_id, headers_key, mapping, updated_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (client_id, headers_key) DO UPDATE SET mapping = excluded.mapping, updated_at = excluded.updated_at`,
      [clientId, headersKey(mapping.headers), JSON.stringify(mapping), deps.clock()],
    );
    await run(
      trx,
      `DELETE FROM batch_mappings WHERE client_id = $1 AND headers_key IN (
         SELECT headers_key FROM batch_mappings WHERE client_id = $1 ORDER BY updated_at DESC OFFSET $2)`,
      [clientId, MAX_MAPPINGS],
    );
  });
  return { message: 'Guardamos qué es cada columna. La próxima vez las reconocemos', results: mapping };
}
