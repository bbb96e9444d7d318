import { changedFields } from '#server/events/changed-fields.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { receiverDoubts } from '#server/orders/domain/receiver-doubts.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { EDITED_TEXTS } from '#shared/kit/text/edited-texts.ts';
import type * as calls from '#shared/orders/modifications.ts';
import { type Doubt, textDoubts } from '#shared/orders/order-doubts.ts';
import { writeCosts } from './address-price.store.ts';
import { totalCosts } from './address-price.ts';
import { applyModification } from './apply-modification.ts';
import { insertRequest, type RequestedReceiver } from './modification.store.ts';
import { isPaid, planModification } from './plan-modification.ts';

/**
 * Changes an order's receiver and address (D1 §2 Edit order, readings C35, C49), at once or as a pending request to the
 * provider. The price changes only while nothing is paid.
 *
 * @throws Failure as `planModification`
 */
export function requestModification(
  deps: Deps,
  { clientId, userId }: Caller,
  id: string,
  edit: calls.OrderEdit,
): Promise<ReplyOf<typeof calls.requestModification>> {
  return deps.db.withClient(clientId, async (trx) => {
    const { order, before, after, price, needsApproval } = await planModification(trx, clientId, id, edit);
    const state = needsApproval ? 'Pendiente' : 'Aprobado';
    const now = deps.clock();
    const cost = totalCosts(price.shipments);
    const request = await insertRequest(trx, clientId, { order, state, before, after, cost, userId, now });
    if (!needsApproval && !isPaid(order.facts)) await writeCosts(trx, clientId, price.shipments);
    const change = needsApproval ? null : { receiver: after, destination: price.destination };
    await applyModification(deps, trx, clientId, { orderId: order.id, change, now });
    const fields = changedFields(before, after);
    const requested = { orderId: order.id, trackingId: order.tracking_id, fields, state };
    deps.events.record(trx, clientId, 'modification.requested', requested);
    return {
      message: needsApproval
        ? `La modificación de la orden ${order.order_id} quedó pendiente de aprobación`
        : `La orden ${order.order_id} se modificó correctamente`,
      results: { id: request, state, doubts: changeDoubts(before, after) },
    };
  });
}

/** Returns the doubts about changed texts. Unchanged ones were checked when the order was created. */
function changeDoubts(before: RequestedReceiver, after: RequestedReceiver): Doubt[] {
  const changed = changedFields(before, after);
  const texts = EDITED_TEXTS.filter((name) => changed.includes(name));
  const value = (field: 'address_street_number' | 'email') =>
    changed.includes(field) ? { field: `receiver.${field}`, text: after[field] ?? '' } : undefined;
  const [streetNumber, email] = [value('address_street_number'), value('email')];
  return [
    ...textDoubts(Object.fromEntries(texts.map((name) => [`receiver.${name}`, after[name]]))),
    ...receiverDoubts({ ...(streetNumber && { streetNumber }), ...(email && { email }) }),
  ];
}

/**
 * Returns the effect of `requestModification` without changing anything (readings C49). Costs are in pesos and of the
 * shipments that aren't final.
 *
 * @throws Failure as `planModification`
 */
export function quoteModification(
  deps: Deps,
  { clientId }: Caller,
  id: string,
  edit: calls.OrderEdit,
): Promise<ReplyOf<typeof calls.quoteModification>> {
  return deps.db.withClient(clientId, async (trx) => {
    const { price, needsApproval } = await planModification(trx, clientId, id, edit);
    const cost = totalCosts(price.shipments);
    return {
      results: {
        state: needsApproval ? 'Pendiente' : 'Aprobado',
        cost_before: cost.before / 100,
        cost_after: cost.after / 100,
      },
    };
  });
}
