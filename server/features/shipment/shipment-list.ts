import type { Deps } from '#server/deps.ts';
import { signLabelAddresses } from '#server/features/label/label-address.ts';
import { sortOf } from '#server/features/order/list-criteria.ts';
import type { JsonText } from '#server/platform/http/answers.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { listPage } from '#server/platform/http/list-page.ts';
import { pageText } from '#server/platform/http/paging.ts';
import type { QueryOf } from '#shared/http/endpoint.ts';
import type { listShipments } from '#shared/shipments.ts';
import { shipmentCriteriaOf } from './shipment-criteria.ts';
import { shipmentSlice, shipmentTotal } from './shipment-list.store.ts';

/** A page of the client's shipments (D1 §2 Shipments list, §7; readings S14). */
export async function listShipmentsOf(
  deps: Deps,
  { clientId }: Caller,
  query: QueryOf<typeof listShipments>,
): Promise<JsonText> {
  const criteria = shipmentCriteriaOf(query.filter);
  if (criteria === null) return pageText('[]', { page: 1, total: 0, limit: query.limit });
  const sort = sortOf(query.order);
  return listPage(deps.db, clientId, query, {
    slice: (slice) => shipmentSlice(clientId, criteria, sort, slice),
    total: () => shipmentTotal(clientId, criteria),
    finish: (results) => signLabelAddresses(results, deps.config, clientId, deps.clock()),
  });
}
