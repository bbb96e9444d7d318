import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readCalendar } from '#server/orders/domain/calendar.store.ts';
import type { StoredOrder } from '#server/orders/domain/flags/order-flags.store.ts';
import { lockAndLoadOrder, readOrderFacts, refreshFlags } from '#server/orders/domain/flags/order-flags.ts';
import { deciderName } from '#server/orders/domain/provider-decision.store.ts';
import {
  listRequests,
  orNotFound,
  requirePending,
  requireRejectionReason,
} from '#server/orders/domain/provider-decision.ts';
import { DECISION_MAIL_SECONDS } from '#server/orders/domain/undo-decision.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import { localDay } from '#shared/kit/days.ts';
import type { QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import type { Decision } from '#shared/orders/requests.ts';
import { agreedDay } from '#shared/orders/rules/due/promise.ts';
import { isActiveShipment, type ShipmentFacts } from '#shared/orders/rules/order-actions.ts';
import type * as calls from '#shared/orders/staff-reschedules.ts';
import { isWorkingDay } from '#shared/provider/rules/working-days.ts';
import {
  movePromisedDay,
  rescheduleById,
  reschedulesByIds,
  shipmentToReschedule,
  writeRescheduleDecision,
} from './reschedule.store.ts';
import { rescheduleMails } from './reschedule-mail.ts';

/** Lists requests of all clients for the provider, oldest first; by default the pending ones. */
export function listReschedules(
  deps: Deps,
  query: QueryOf<typeof calls.listReschedules>,
): Promise<ReplyOf<typeof calls.listReschedules>> {
  return listRequests(deps, 'reschedule_requests', query, reschedulesByIds);
}

/** Returns a request with who decided it. @throws Failure 404 if the client has no such request */
export async function readReschedule(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { clientId, id }: { clientId: number; id: number },
): Promise<ReplyOf<typeof calls.readReschedule>['results']> {
  const [request, refusal] = await db.withClient(clientId, async (trx) => {
    const found = orNotFound(await rescheduleById(trx, clientId, id));
    if (found.state !== 'Pendiente') return [found, null] as const;
    const label = found.shipment_id;
    const shipment = orNotFound(await shipmentToReschedule(trx, clientId, { column: 'label', value: label }));
    const order = orNotFound((await readOrderFacts(trx, clientId, [shipment.order_pk]))[0] ?? null);
    return [found, await acceptanceRefusal(trx, found, isActive(order, label), clock())] as const;
  });
  const decidedBy = await db.withProvider((trx) => deciderName(trx, 'reschedule_requests', { clientId, id }));
  return { ...request, decided_by: decidedBy, approval_refusal: refusal };
}

const isActive = ({ facts, labels }: Pick<StoredOrder, 'facts' | 'labels'>, label: string): boolean =>
  isActiveShipment(facts.shipments[labels.indexOf(label)] as ShipmentFacts);

/** Returns why a waiting request can't be accepted; null if it can. @param active whether its shipment hasn't ended */
async function acceptanceRefusal(
  trx: Trx,
  { shipment_id, date }: Pick<calls.StaffReschedule, 'shipment_id' | 'date'>,
  active: boolean,
  now: Date,
): Promise<string | null> {
  const otherwise = 'rechazá la reprogramación con un motivo';
  if (!active) return `El envío ${shipment_id} ya finalizó: ${otherwise}`;
  if (date < localDay(now)) return `El día pedido ya pasó: ${otherwise}`;
  return isWorkingDay(date, await readCalendar(trx)) ? null : `El día pedido ya no es hábil: ${otherwise}`;
}

/**
 * Accepts or rejects a pending request. Acceptance moves the shipment's last promised day (decision 0048).
 *
 * @throws Failure 404 for an unknown request; 409 for a second decision; 422 for a rejection without a reason, and the acceptance
 *   for a shipment that has ended, or for a day that has passed or became a holiday
 */
export async function decideReschedule(
  deps: Deps,
  { actor }: ProviderCaller,
  { clientId, id }: { clientId: number; id: number },
  decision: Decision,
): Promise<ReplyOf<typeof calls.decideReschedule>> {
  requireRejectionReason(decision);
  const { approved, reason } = decision;
  return deps.db.withClient(clientId, async (trx) => {
    const { request, label, orderId, active } = await lockReschedule(trx, clientId, id);
    requirePending(request.state, 'Esta reprogramación');
    const now = deps.clock();
    const refusal = approved ? await acceptanceRefusal(trx, request, active, now) : null;
    if (refusal !== null) throw new Failure(422, refusal);
    const state = approved ? 'Aprobado' : 'Rechazado';
    await writeRescheduleDecision(trx, clientId, { id, state, reason: approved ? null : reason, actor, now });
    if (approved) await movePromisedDay(trx, clientId, { id, wanted: agreedDay(request.date) });
    await refreshFlags(trx, clientId, [orderId], now);
    const decided = orNotFound(await rescheduleById(trx, clientId, id));
    const mail = { clientId, id, decidedAt: now.toISOString() };
    await deps.jobs.enqueue(trx, rescheduleMails, mail, DECISION_MAIL_SECONDS);
    deps.events.record(trx, clientId, 'reschedule.decided', { id, orderId, label, state });
    return {
      message: `La reprogramación del envío ${label} se ${approved ? 'aprobó' : 'rechazó'}`,
      results: decided,
    };
  });
}

/** Locks the order of a request, and reads the request and whether its shipment is active. @throws Failure 404 */
export async function lockReschedule(trx: Trx, clientId: number, id: number) {
  const label = orNotFound(await rescheduleById(trx, clientId, id)).shipment_id;
  const shipment = orNotFound(await shipmentToReschedule(trx, clientId, { column: 'label', value: label }));
  // Every decision locks the order first, so that the request read next is the latest.
  const order = await lockAndLoadOrder(trx, clientId, { column: 'id', value: shipment.order_pk });
  const request = orNotFound(await rescheduleById(trx, clientId, id));
  return { request, label, orderId: order.id, shipmentId: shipment.id, active: isActive(order, label) };
}
