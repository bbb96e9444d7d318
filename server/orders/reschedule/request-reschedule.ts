import { runIdempotent } from '#server/db/idempotency.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readCalendar } from '#server/orders/domain/calendar.store.ts';
import { lockAndLoadOrder } from '#server/orders/domain/flags/order-flags.ts';
import { orNotFound } from '#server/orders/domain/provider-decision.ts';
import { parseShipmentKey } from '#server/orders/domain/row-keys.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { localDay } from '#shared/kit/days.ts';
import type { BodyOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import type * as calls from '#shared/orders/reschedules.ts';
import { reschedulable, rescheduleDateProblem } from '#shared/orders/rules/due/reschedule.ts';
import { hasPendingReschedule, insertReschedule, shipmentToReschedule } from './reschedule.store.ts';

/**
 * Asks the provider for another day of delivery.
 *
 * @throws Failure 404 if the client has no such shipment; 422 with the reason if its state allows no other day or a request
 *   waits; 422 with `errors` for a day that isn't a working day of the next 30 days
 */
export function requestReschedule(
  deps: Deps,
  { clientId, userId }: Caller,
  id: string,
  body: BodyOf<typeof calls.requestReschedule>,
  idempotencyKey: string | null,
): Promise<ReplyOf<typeof calls.requestReschedule>> {
  const call = 'POST /v1/client/shipping/:id/reschedule';
  return runIdempotent(deps.db, { clientId, key: idempotencyKey, call, body: { id, ...body } }, async (trx) => {
    const found = orNotFound(await shipmentToReschedule(trx, clientId, parseShipmentKey(id)));
    const order = await lockAndLoadOrder(trx, clientId, { column: 'id', value: found.order_pk });
    const { stateCode = null } = order.facts.shipments[order.labels.indexOf(found.label)] ?? {};
    const allowed = reschedulable(stateCode, await hasPendingReschedule(trx, clientId, found.id));
    if (!allowed.allowed) throw new Failure(422, allowed.reason);
    const now = deps.clock();
    const problem = rescheduleDateProblem(body.date, localDay(now), await readCalendar(trx));
    if (problem) throw refusedField('date', problem);
    const request = await insertReschedule(trx, clientId, {
      ...body,
      shipmentId: found.id,
      label: found.label,
      orderId: order.order_id,
      userId,
      now,
    });
    const requested = { orderId: order.id, label: found.label, date: body.date };
    deps.events.record(trx, clientId, 'reschedule.requested', requested);
    return {
      message: `Pedimos reprogramar el envío ${found.label}: te avisamos acá cuando se decida`,
      results: { id: request, state: 'Pendiente' as const },
    };
  });
}
