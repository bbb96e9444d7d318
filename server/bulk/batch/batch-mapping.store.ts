import { execute, run, type Trx } from '#server/db/connection.ts';
import { bind, type Statement, statement } from '#server/db/statement.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';

const CLIENT_MAPPINGS: Statement<{ mapping: BulkMapping }> = statement(
  'batch-mapping.client-mappings',
  'SELECT mapping FROM batch_mappings WHERE client_id = $1 ORDER BY updated_at DESC',
);

/** Reads the client's mappings, last used first. */
export const clientMappings = (clientId: number) => bind(CLIENT_MAPPINGS, [clientId]);

const UPSERT_MAPPING = statement(
  'batch-mapping.upsert-mapping',
  'SELECT mapping = $3 AS same FROM batch_mappings WHERE client_id = $1 AND headers_key = $2 FOR UPDATE',
);

/** Inserts a mapping, or replaces the mapping of the same headers. */
export async function upsertMapping(
  trx: Trx,
  clientId: number,
  { key, mapping, now }: { key: string; mapping: BulkMapping; now: Date },
): Promise<boolean> {
  const [before] = await run(trx, UPSERT_MAPPING, [clientId, key, JSON.stringify(mapping)]);
  await execute(
    trx,
    `INSERT INTO batch_mappings (client_id, headers_key, mapping, updated_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (client_id, headers_key) DO UPDATE SET mapping = excluded.mapping, updated_at = excluded.updated_at`,
    [clientId, key, JSON.stringify(mapping), now],
  );
  return !before?.same;
}

/** Deletes all but the `kept` last used mappings of the client. */
export async function deleteUnusedMappings(trx: Trx, clientId: number, kept: number): Promise<void> {
  await execute(
    trx,
    `DELETE FROM batch_mappings WHERE client_id = $1 AND headers_key IN (
       SELECT headers_key FROM batch_mappings WHERE client_id = $1 ORDER BY updated_at DESC OFFSET $2)`,
    [clientId, kept],
  );
}
