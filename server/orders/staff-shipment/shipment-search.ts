import { countAttempt } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { actorInLog, type ProviderCaller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import type { BodyOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { HOUR_SECONDS } from '#shared/kit/time-units.ts';
import { SEARCH_KINDS, shipmentSearches } from '#shared/orders/rules/code/shipment-search.ts';
import * as calls from '#shared/orders/staff-shipment/staff-search.ts';
import { findShipments } from './shipment-search.store.ts';

/** Searches of a person or key within an hour. */
const SEARCHES_PER_HOUR = 1000;

/**
 * Searches shipments of all clients by every kind of value that the text can be. A shipment that is found by several is listed once.
 *
 * @throws Failure 422 for a text that can't be of the chosen kind, 429
 */
export async function searchShipments(
  deps: Deps,
  caller: ProviderCaller,
  { text, kind }: BodyOf<typeof calls.searchShipments>,
): Promise<ReplyOf<typeof calls.searchShipments>> {
  const searches = shipmentSearches(text, kind);
  if (kind && searches.length === 0) {
    throw refusedField('text', SEARCH_KINDS[kind].refusal);
  }
  const subject = actorInLog(caller);
  await countAttempt(deps, [{ name: 'shipment search', subject, limit: SEARCHES_PER_HOUR, seconds: HOUR_SECONDS }]);
  const found = await deps.db.withProvider(async (trx) => {
    const rows = await Promise.all(searches.map((search) => findShipments(trx, search, calls.MAX_FOUND + 1)));
    const shipments = new Map(rows.flat().map((row) => [row.shipment_id, row]));
    const kinds = searches.map((search) => search.kind);
    deps.events.record(trx, null, 'shipment.searched', { kinds, found: shipments.size });
    return [...shipments.values()];
  });
  return { results: found.slice(0, calls.MAX_FOUND), more: found.length > calls.MAX_FOUND };
}
