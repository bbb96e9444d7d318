import { listPage } from '#server/db/list/list-page.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { parseSort } from '#server/orders/domain/list-criteria.ts';
import { toDeliveryMode } from '#server/orders/domain/order-row.store.ts';
import { type RowContext, rowContext } from '#server/orders/domain/order-row.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { ListPage } from '#server/platform/http/response/paging.ts';
import { localDay, wireTime } from '#shared/kit/days.ts';
import type { QueryOf } from '#shared/kit/http/endpoint.ts';
import { dueDate } from '#shared/orders/rules/due/promise.ts';
import type * as calls from '#shared/orders/shipments.ts';
import { parseShipmentCriteria } from './shipment-criteria.ts';
import { type ListedShipment, recentShipmentSlice, shipmentSlice, shipmentTotal } from './shipment-list.store.ts';

/** Returns a page of the client's shipments (D1 §2 Shipments list, §7; readings S14). */
export async function listShipments(
  deps: Deps,
  { clientId }: Caller,
  query: QueryOf<typeof calls.listShipments>,
): Promise<ListPage> {
  const today = localDay(deps.clock());
  const criteria = parseShipmentCriteria(query.filter, today);
  if (criteria === null) return new ListPage('[]', { page: 1, total: 0, limit: query.limit });
  const sort = parseSort(query.order);
  if (sort.column === 'due_on') criteria.due ??= {};
  return listPage(deps.db, clientId, query, {
    slice: (slice) => shipmentSlice(clientId, criteria, sort, slice),
    recent: (slice) => recentShipmentSlice(clientId, criteria, sort, slice, today),
    total: () => shipmentTotal(clientId, criteria),
    results(listed: readonly ListedShipment[]) {
      const context = rowContext(deps.config, clientId, deps.clock());
      return JSON.stringify(listed.map((shipment) => shipmentRow(shipment, context)));
    },
  });
}

/** Maps a shipment to its JSON in the response. */
function shipmentRow(shipment: ListedShipment, { labelUrl, today }: RowContext): calls.ShipmentRow {
  return {
    id: shipment.id,
    shipment_id: shipment.label,
    order_id: shipment.order_id,
    tracking_id: shipment.tracking_id,
    date: wireTime(shipment.created_at),
    state: shipment.state,
    receiver: {
      receiver_name: shipment.receiver_name,
      first_name: shipment.first_name,
      last_name: shipment.last_name,
    },
    delivery_mode: toDeliveryMode(shipment.delivery_mode),
    items_value: shipment.value_cents / 100,
    shipping_cost: shipment.cost_cents / 100,
    delivery_date: shipment.delivery_date,
    printed_by_client: shipment.printed,
    label_outdated: shipment.label_outdated,
    printable: shipment.printable,
    cancellable: shipment.cancellable,
    print_png_url: shipment.printable ? labelUrl(shipment.id) : null,
    due: dueDate(shipment.due_on, today),
  };
}
