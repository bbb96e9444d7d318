import type { Deps } from '#server/domain/deps.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import type { OrderEdit, quoteModification, requestModification } from '#shared/modifications.ts';
import { writeCosts } from './address-price.store.ts';
import { totals } from './address-price.ts';
import { applyModification } from './apply-modification.ts';
import { insertRequest } from './modification.store.ts';
import { isPaid, planModification } from './plan-modification.ts';

/**
 * Changes an order's receiver and address (D1 §2 Edit order, readings C35, C49): at once, with its price while nothing is
 * paid, or as a request that waits for the provider.
 *
 * @throws Failure as `planModification`
 */
export function requestModificationOf(
  deps: Deps,
  { clientId, userId }: Caller,
  id: string,
  edit: OrderEdit,
): Promise<ReplyOf<typeof requestModification>> {
  return deps.db.withClient(clientId, async (trx) => {
    const { order, before, after, price, waits } = await planModification(trx, clientId, id, edit);
    const state = waits ? 'Pendiente' : 'Aprobado';
    const now = deps.clock();
    const cost = totals(price.shipments);
    const request = await insertRequest(trx, clientId, { order, state, before, after, cost, userId, now });
    if (!waits && !isPaid(order.facts)) await writeCosts(trx, clientId, price.shipments);
    const change = waits ? null : { receiver: after, moved: price.moved };
    await applyModification(deps, trx, clientId, { orderId: order.id, change, now });
    return {
      message: waits
        ? `La modificación de la orden ${order.order_id} quedó pendiente de aprobación`
        : `La orden ${order.order_id} se modificó correctamente`,
      results: { id: request, state },
    };
  });
}

/**
 * Tells what `requestModificationOf` would do, and changes nothing (readings C49). Costs are pesos of the shipments that
 * still travel.
 *
 * @throws Failure as `planModification`
 */
export function quoteModificationOf(
  deps: Deps,
  { clientId }: Caller,
  id: string,
  edit: OrderEdit,
): Promise<ReplyOf<typeof quoteModification>> {
  return deps.db.withClient(clientId, async (trx) => {
    const { price, waits } = await planModification(trx, clientId, id, edit);
    const cost = totals(price.shipments);
    return {
      results: {
        state: waits ? 'Pendiente' : 'Aprobado',
        cost_before: cost.before / 100,
        cost_after: cost.after / 100,
      },
    };
  });
}
