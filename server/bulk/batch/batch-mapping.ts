import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { headerFingerprint } from '#shared/bulk/file/normalize-header.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import { clientMappings, deleteUnusedMappings, upsertMapping } from './batch-mapping.store.ts';

/** Maximum number of stored mappings per client; the least recently used one is deleted. */
const MAX_MAPPINGS = 50;

/** Returns the mappings of the client's own file layouts, last used first. */
export async function readMappings(deps: Deps, clientId: number): Promise<BulkMapping[]> {
  const [rows] = await deps.db.read(clientId, [clientMappings(clientId)]);
  return rows.map(({ mapping }) => mapping);
}

/** Stores the mapping of a file layout. Headers in another order are the same layout. */
export async function saveMapping(deps: Deps, { clientId }: Caller, mapping: BulkMapping) {
  await deps.db.withClient(clientId, async (trx) => {
    const key = headerFingerprint(mapping.headers);
    const changed = await upsertMapping(trx, clientId, { key, mapping, now: deps.clock() });
    await deleteUnusedMappings(trx, clientId, MAX_MAPPINGS);
    if (changed) deps.events.record(trx, clientId, 'batch.mapping_saved');
  });
  return { message: 'Guardamos qué es cada columna. La próxima vez las reconocemos', results: mapping };
}
