import type { Deps } from '#server/integrations/deps.ts';
import { rowContext, toShipping } from '#server/orders/domain/order-row.ts';
import { parseShipmentKey } from '#server/orders/domain/row-keys.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import type * as calls from '#shared/orders/shipments.ts';
import { shipmentDetail } from './shipment.store.ts';

/**
 * Reads a shipment by label or numeric id, with items, receiver, sender and addresses (D2 §2 Shipment detail).
 *
 * @throws Failure 404 for an unknown shipment and for another client's shipment
 */
export async function readShipment(
  deps: Deps,
  { clientId }: Caller,
  id: string,
): Promise<ReplyOf<typeof calls.readShipment>> {
  const [[row]] = await deps.db.read(clientId, [shipmentDetail(clientId, parseShipmentKey(id))]);
  if (!row) throw new Failure(404, messages.notFound);
  return { results: toShipping(row.results, rowContext(deps.config, clientId, deps.clock())) };
}
