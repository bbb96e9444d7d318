import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/deps.ts';
import { lockedOrder } from '#server/features/order/order-refresh.ts';
import { orderKey } from '#server/features/order/resolve.ts';
import { validTariff } from '#server/features/rate/tariff.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { localDay } from '#shared/days.ts';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type { OrderEdit, requestModification } from '#shared/orders.ts';
import { isCollected } from '#shared/rules/collection.ts';
import { orderActions } from '#shared/rules/order-actions.ts';
import { isShipmentStateCode } from '#shared/rules/shipment-states.ts';
import { zoneOf } from '#shared/rules/tariff.ts';
import type { Place } from '#shared/rules/zip-province.ts';
import { applyModification } from './apply-modification.ts';
import { type EditedReceiver, editedOrder, insertRequest } from './modification.store.ts';
import { changedPlace, isPlace } from './receiver.ts';

/**
 * Changes an order's receiver and address (D1 §2 Edit order, readings C35): at once while nothing of it is collected,
 * afterwards as a request that waits for the provider. The price stays frozen.
 *
 * @throws Failure 404 for what isn't the client's, 422 with `errors` or with the rule's reason
 */
export function requestModificationOf(
  deps: Deps,
  { clientId, userId }: Caller,
  id: string,
  edit: OrderEdit,
): Promise<ReplyOf<typeof requestModification>> {
  const key = orderKey(id);
  return deps.db.withClient(clientId, async (trx) => {
    const order = await lockedOrder(trx, clientId, key);
    const { can_request_edit } = orderActions(order.facts);
    if (!can_request_edit.allowed) throw new Failure(422, can_request_edit.reason);
    const { receiver: before, codes } = await editedOrder(trx, clientId, order.id);
    const after = completed(before, edit.receiver);
    if (changedKeys(before, after).length === 0) throw new Failure(422, 'No hay cambios para guardar');
    const place = await changedPlace(trx, before, after);
    if (place) await checkReached(deps, trx, place);
    const waits = isCollected(codes.map((code) => (code !== null && isShipmentStateCode(code) ? code : null)));
    const state = waits ? 'Pendiente' : 'Aprobado';
    const now = deps.clock();
    const request = await insertRequest(trx, clientId, { order, state, before, after, userId, now });
    await applyModification(deps, trx, clientId, {
      orderId: order.id,
      change: waits ? null : { receiver: after, place },
      now,
    });
    return {
      message: waits
        ? `La modificación de la orden ${order.order_id} quedó pendiente de aprobación`
        : `La orden ${order.order_id} se modificó correctamente`,
      results: { id: request, state },
    };
  });
}

/** @throws Failure 422 with `errors` for a province that no zone of the tariff reaches */
async function checkReached(deps: Deps, trx: Trx, { province }: Place): Promise<void> {
  const tariff = await validTariff(deps.db, trx, localDay(deps.clock()));
  if (zoneOf(tariff.terms, province.letter) !== null) return;
  const message = 'No llegamos a esa provincia';
  throw new Failure(422, messages.fields, [{ field: 'receiver.address_state', message }]);
}

const changedKeys = (before: EditedReceiver, after: EditedReceiver) =>
  (Object.keys(after) as (keyof EditedReceiver)[]).filter((key) => before[key] !== after[key]);

/** Coordinates that aren't sent stay while the place does, and are wrong once it changes. */
function completed(before: EditedReceiver, sent: EditedReceiver): EditedReceiver {
  const { address_longitude, address_latitude } = sent;
  if (address_longitude !== null && address_latitude !== null) return sent;
  const moved = changedKeys(before, sent).some(isPlace);
  const kept = moved ? { address_longitude: null, address_latitude: null } : before;
  return { ...sent, address_longitude: kept.address_longitude, address_latitude: kept.address_latitude };
}
