import { foldedKey } from '#shared/kit/text/typed-key.ts';
import { listOrders, type OrderRow, readOrder } from '#shared/orders/orders.ts';
import { parseScannedId } from '#shared/orders/rules/code/scanned-id.ts';
import type { FoundOrder, FoundShipment, SearchResults } from '#shared/orders/search.ts';
import { listShipments } from '#shared/orders/shipments.ts';
import { call } from '#web/kit/call/api.ts';
import { ApiError } from '#web/kit/call/api-error.ts';

/** Maximum rows per call: an order number may be the prefix of others. */
const LIMIT = 6;
const FIRST = { page: 1, limit: LIMIT };

const nothing = (): SearchResults => ({ jump: null, orders: [], shipments: [], receivers: [] });

type Row = Pick<OrderRow, 'id' | 'tracking_id' | 'order_id' | 'receiver' | 'order_state'>;

const foundOrder = ({ id, tracking_id, order_id, receiver, order_state }: Row): FoundOrder => ({
  id,
  tracking_id,
  order_id,
  receiver_name: receiver?.receiver_name ?? '',
  state: order_state?.name ?? '',
  due: null,
});

async function shipmentOf(label: string, signal: AbortSignal): Promise<SearchResults> {
  const { results } = await call(listShipments, { query: { ...FIRST, filter: { shipment: label } }, signal });
  const row = results.find(({ shipment_id }) => shipment_id === label);
  if (!row) return nothing();
  const { id, receiver, state } = row;
  const receiver_name = receiver?.receiver_name ?? '';
  const shipment: FoundShipment = { id, shipment_id: label, receiver_name, state, due: null };
  return { ...nothing(), jump: { kind: 'shipment', id }, shipments: [shipment] };
}

async function ordersWith(
  filter: { tracking: string } | { order: string },
  signal: AbortSignal,
): Promise<FoundOrder[]> {
  const { results } = await call(listOrders, { query: { ...FIRST, filter }, signal });
  return results.map(foundOrder);
}

/** Returns the order with this numeric id; null when there is none. */
async function orderWithId(id: string, signal: AbortSignal): Promise<FoundOrder | null> {
  try {
    const { results } = await call(readOrder, { params: { id }, signal });
    return results ? foundOrder(results) : null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/**
 * Finds orders and shipments by id or order number with the specified lists, for gateways without a search (readings
 * R4). A text without a digit can only be a name: the result links to the list of orders, filtered by the name.
 *
 * @throws {ApiError} when a list couldn't be read
 */
export async function fallbackSearch(text: string, signal: AbortSignal): Promise<SearchResults> {
  const id = parseScannedId(text);
  if (id?.includes('-')) return shipmentOf(id, signal);
  if (id === null && !/\d/.test(text)) return { ...nothing(), receivers: [{ receiver_name: text }] };
  const orders = await ordersWith(id ? { tracking: id } : { order: text }, signal);
  const exact = orders.find((order) => (id ? order.tracking_id === id : foldedKey(order.order_id) === foldedKey(text)));
  const match = exact ?? (/^\d{1,16}$/.test(text) ? await orderWithId(text, signal) : null);
  if (!match) return { ...nothing(), orders };
  const others = orders.filter((order) => order !== match);
  return { ...nothing(), jump: { kind: 'order', id: match.id }, orders: [match, ...others] };
}
