import { countAttempt } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { actorInLog, type ProviderCaller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import type { BodyOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { HOUR_SECONDS } from '#shared/kit/time-units.ts';
import { parcelSearches, SEARCH_KINDS } from '#shared/orders/rules/code/shipment-search.ts';
import * as calls from '#shared/orders/staff-shipment/staff-search.ts';
import { findParcels } from './shipment-search.store.ts';

/** Searches of a person or key within an hour. */
const SEARCHES_PER_HOUR = 1000;

/**
 * Searches parcels of all clients by every kind of value that the text can be. A parcel that is found by several is listed once.
 *
 * @throws Failure 422 for a text that can't be of the chosen kind, 429
 */
export async function searchParcels(
  deps: Deps,
  caller: ProviderCaller,
  { text, kind }: BodyOf<typeof calls.searchParcels>,
): Promise<ReplyOf<typeof calls.searchParcels>> {
  const searches = parcelSearches(text, kind);
  if (kind && searches.length === 0) {
    throw refusedField('text', SEARCH_KINDS[kind].refusal);
  }
  const subject = actorInLog(caller);
  await countAttempt(deps, [{ name: 'parcel search', subject, limit: SEARCHES_PER_HOUR, seconds: HOUR_SECONDS }]);
  const found = await deps.db.withProvider(async (trx) => {
    const rows = await Promise.all(searches.map((search) => findParcels(trx, search, calls.MAX_FOUND + 1)));
    const parcels = new Map(rows.flat().map((row) => [row.shipment_id, row]));
    const kinds = searches.map((search) => search.kind);
    deps.events.record(trx, null, 'shipment.searched', { kinds, found: parcels.size });
    return [...parcels.values()];
  });
  return { results: found.slice(0, calls.MAX_FOUND), more: found.length > calls.MAX_FOUND };
}
