import * as z from 'zod/mini';
import { listMappings, saveMapping } from '#shared/bulk/batches.ts';
import { headerFingerprint } from '#shared/bulk/file/normalize-header.ts';
import { type BulkMapping, bulkMapping } from '#shared/bulk/layout/mapping.ts';
import { call } from '#web/kit/call/api.ts';
import { hasCapability } from '#web/kit/call/capabilities.ts';
import { currentSession } from '#web/kit/call/session-store.ts';
import { storage } from '#web/kit/lib/storage.ts';

/** Mappings that this browser keeps for a gateway that stores none. */
const MAX_LOCAL = 20;

const localKey = () => `bulk_mappings:${encodeURIComponent(currentSession()?.username ?? '')}`;

/** Loads the client's saved column mappings, last used first. */
export async function loadMappings(): Promise<readonly BulkMapping[]> {
  if (!hasCapability('columnMappings')) return localMappings();
  const answer = await call(listMappings).catch(() => null);
  return answer?.results ?? [];
}

/**
 * Saves a mapping: our gateway keeps it for all users of the client, an addition (readings R4). With another gateway, this
 * browser keeps it.
 */
export async function keepMapping(mapping: BulkMapping): Promise<void> {
  if (hasCapability('columnMappings')) {
    await call(saveMapping, { body: mapping });
    return;
  }
  const key = headerFingerprint(mapping.headers);
  const others = localMappings().filter(({ headers }) => headerFingerprint(headers) !== key);
  storage.write(localKey(), JSON.stringify([mapping, ...others].slice(0, MAX_LOCAL)));
}

function localMappings(): BulkMapping[] {
  try {
    return z.parse(z.array(bulkMapping), JSON.parse(storage.read(localKey()) ?? '[]'));
  } catch {
    return [];
  }
}
