import type { Deps } from '#server/integrations/deps.ts';
import { findOrderOwners } from '#server/orders/domain/flags/order-owners.store.ts';
import { isValidStatesToken } from '#server/orders/domain/movement/state-history-token.ts';
import { parseOrderKey } from '#server/orders/domain/row-keys.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { parseScannedId } from '#shared/orders/rules/code/scanned-id.ts';
import { trackingIdOf } from '#shared/orders/rules/code/tracking-id.ts';
import type { StateHistory } from '#shared/orders/shipments.ts';
import { type HistoryRow, orderHistory } from './shipment.store.ts';
import { publicEvent, type ShipmentEvent, stateHistory } from './state-history.ts';

/**
 * Returns the history of an order's shipments to anybody who has the order's token (D1 §7, readings S1). Contains
 * states, times and known reasons, and no personal data: the free text of a driver is only in `readOrderStates`.
 *
 * @throws Failure 404 for an unknown order and for a wrong token, with the same text
 */
export async function readPublicStates(deps: Deps, tracking: string, token: string): Promise<StateHistory> {
  const id = parseScannedId(tracking);
  const trackingId = id && trackingIdOf(id);
  // Checks the token even for a malformed id, so that both cases take the same time.
  const isValid = isValidStatesToken(deps.config, trackingId ?? '', token);
  if (trackingId === null || !isValid) throw new Failure(404, messages.notFound);
  const found = (await findOrderOwners(deps.db, [trackingId])).get(trackingId);
  if (!found) throw new Failure(404, messages.notFound);
  const { labels, events } = await readHistory(deps, found.clientId, { column: 'id', value: found.orderId });
  return stateHistory(labels, events.map(publicEvent));
}

/**
 * Returns the history of the client's own order by tracking id or numeric id, with reasons as they were received.
 *
 * @throws Failure 404 for an unknown order and for another client's order
 */
export async function readOrderStates(deps: Deps, { clientId }: Caller, id: string): Promise<StateHistory> {
  const { labels, events } = await readHistory(deps, clientId, parseOrderKey(id));
  return stateHistory(labels, events);
}

/** Whether a row has an event. The join returns all columns that an event never lacks, or NULL in each. */
const hasEvent = (row: HistoryRow): row is ShipmentEvent => row.at !== null;

/** Reads the shipments and events of a client's order, oldest first. @throws Failure 404 for an unknown order */
async function readHistory(
  deps: Deps,
  clientId: number,
  key: Parameters<typeof orderHistory>[1],
): Promise<{ labels: string[]; events: ShipmentEvent[] }> {
  const [rows] = await deps.db.read(clientId, [orderHistory(clientId, key)]);
  if (rows.length === 0) throw new Failure(404, messages.notFound);
  // The specified history can't mark a corrected event.
  const strict = deps.config.STRICT_CONTRACT;
  return {
    labels: [...new Set(rows.flatMap(({ label }) => label ?? []))],
    events: rows.filter(hasEvent).filter(({ corrected_at }) => corrected_at === null || !strict),
  };
}
