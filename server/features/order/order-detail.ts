import type { Deps } from '#server/domain/deps.ts';
import { labelAddresses } from '#server/domain/label-address.ts';
import { type OrderRow, storedOrder, storedStatement } from '#server/domain/order-flags.store.ts';
import { orderRow, withLabelAddress } from '#server/domain/order-row.ts';
import { orderKey } from '#server/domain/resolve.ts';
import { statesToken } from '#server/domain/states-token.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { wireTime } from '#shared/days.ts';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type { readOrder } from '#shared/orders.ts';
import { blockedOf } from './blocked.ts';
import { type OrderPart, orderPart, type ShippingPart, shippingParts } from './order-detail.store.ts';

/**
 * An order with its shipments, their items, receiver and addresses (D1 §2 Order detail), by tracking id or numeric id,
 * and the reason of each flag that is off.
 *
 * @throws Failure 404 for another client's order as for an unknown one
 */
export async function readOrderOf(deps: Deps, caller: Caller, id: string): Promise<ReplyOf<typeof readOrder>> {
  const key = orderKey(id);
  const [parts, shippings, stored] = await deps.db.read(caller.clientId, [
    orderPart(caller.clientId, key),
    shippingParts(caller.clientId, key),
    storedStatement(caller.clientId, key),
  ]);
  const part = parts?.rows[0] as OrderPart | undefined;
  const [row, ...others] = (shippings?.rows ?? []) as ShippingPart[];
  const facts = stored?.rows[0] as OrderRow | undefined;
  if (!part || !row || !facts) throw new Failure(404, messages.notFound);
  const address = labelAddresses(deps.config, caller.clientId, deps.clock());
  const blocked = blockedOf(storedOrder(facts).facts);
  const { cancelled, ...once } = part;
  return {
    results: {
      ...orderRow([row, ...others], address),
      date_time: wireTime(row.created_at),
      cancel: cancelled,
      ...once,
      shippings: [row, ...others].flatMap(({ shipping }, index) =>
        shipping ? [{ ...withLabelAddress(shipping, address), blocked: blocked.shipments[index] ?? {} }] : [],
      ),
      blocked: blocked.order,
      states_token: statesToken(deps.config, row.tracking_id),
    },
  };
}
