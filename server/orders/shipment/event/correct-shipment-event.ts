import type { Deps } from '#server/integrations/deps.ts';
import { DOUBTFUL_MEASUREMENT } from '#server/orders/domain/measured-costs.ts';
import { findShipment } from '#server/orders/domain/staff-shipment.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { unknownStateReason } from '#shared/orders/rules/shipment/nearest-state.ts';
import { parseShipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';
import type * as calls from '#shared/orders/staff-events.ts';
import { toMeasured } from '#shared/orders/staff-measured-fields.ts';
import { correctEvent } from './correct-event.ts';

/**
 * Corrects an event of a shipment of any client.
 *
 * @returns a message for the provider
 * @throws Failure 404 without such a shipment or event, 409 if the event is corrected already, 422 with the reason of a refusal
 */
export async function correctShipmentEvent(
  deps: Deps,
  { actor }: ProviderCaller,
  text: string,
  {
    corrects,
    event_id,
    state,
    accept_unknown,
    at,
    reason,
    correction_reason,
    ...measured
  }: BodyOf<typeof calls.correctEvent>,
): Promise<string> {
  const { clientId, orderId, label } = await findShipment(deps.db, text);
  const right = state === '' ? null : parseShipmentState(state);
  if (right?.code === null && !accept_unknown) {
    throw refusedField('state', unknownStateReason(state));
  }
  const changed = await deps.db.withClient(clientId, async (trx) => {
    const result = await correctEvent(deps, trx, clientId, {
      orderId,
      label,
      wrong: corrects,
      eventId: event_id,
      state: right,
      at: at ?? null,
      reason: reason || null,
      measured: toMeasured(measured),
      why: correction_reason,
      by: actor,
    });
    if (result) deps.events.record(trx, clientId, 'shipment.event_corrected', { label, states: result.states });
    return result;
  });
  if (!changed) return 'El evento ya estaba corregido así';
  return changed.doubtful ? `El evento se corrigió. ${DOUBTFUL_MEASUREMENT}` : 'El evento se corrigió';
}
