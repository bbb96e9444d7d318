import type { Deps } from '#server/domain/deps.ts';
import { findOrderOwners } from '#server/domain/order-owners.store.ts';
import { isValidStatesToken } from '#server/domain/state-history-token.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { parseTrackingId } from '#shared/rules/tracking-id.ts';
import type { StateHistory } from '#shared/shipments.ts';
import { orderHistory } from './shipment.store.ts';
import { type ShipmentEvent, stateHistory } from './state-history.ts';

/**
 * Returns the history of an order's shipments to anybody who has the order's token (D1 §7, readings S1). Contains
 * states, times and reasons, and no personal data.
 *
 * @throws Failure 404 for an unknown order and for a wrong token, with the same text
 */
export async function readPublicStates(deps: Deps, tracking: string, token: string): Promise<StateHistory> {
  const trackingId = parseTrackingId(tracking);
  // Checks the token even for a malformed id, so that both cases take the same time.
  const isValid = isValidStatesToken(deps.config, trackingId ?? '', token);
  if (trackingId === null || !isValid) throw new Failure(404, messages.notFound);
  const found = (await findOrderOwners(deps.db, [trackingId])).get(trackingId);
  if (!found) throw new Failure(404, messages.notFound);
  // The specified history can't mark a corrected event.
  const strict = deps.config.STRICT_CONTRACT;
  const [result] = await deps.db.read(found.clientId, [orderHistory(found.clientId, found.orderId)]);
  const rows = (result?.rows ?? []) as (ShipmentEvent | (Pick<ShipmentEvent, 'label'> & { at: null }))[];
  const labels = [...new Set(rows.map(({ label }) => label))];
  return stateHistory(
    labels,
    rows.filter((row): row is ShipmentEvent => row.at !== null && (row.corrected_at === null || !strict)),
  );
}
