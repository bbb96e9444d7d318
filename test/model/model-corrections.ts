import { expect } from 'vitest';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { FINAL_STATES, type ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import { correctEvent } from '#shared/orders/staff-events.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import type { StepOf } from './model-steps.ts';
import type { ModelWorld } from './model-world.ts';

/** Corrects a recorded event of the world, perhaps twice. Records the correction as an event that was sent. */
export async function correctEvents(
  world: ModelWorld,
  { pick, final, state, minutesLater, again }: StepOf<'correct'>,
): Promise<void> {
  const recorded = world.sentEvents.filter(({ result }) => result === 'recorded');
  const ending = recorded.filter(({ event }) => FINAL_STATES.includes(event.state as ShipmentStateCode));
  const candidates = final && ending.length > 0 ? ending : recorded;
  const wrong = candidates[pick % candidates.length];
  if (!wrong) return;
  const { shipment_id, at } = wrong.event;
  const event = providerEvent(shipment_id, state ?? '', new Date(Date.parse(at) + minutesLater * MINUTE_MS));
  const send = async (event_id: string) => {
    const { status, body } = await world.gateway.call(correctEvent, {
      headers: world.servers.provider.headers,
      params: { label: shipment_id },
      body: {
        corrects: wrong.event.event_id,
        event_id,
        at: event.at,
        accept_unknown: true,
        correction_reason: 'Error de tipeo',
        ...(state !== null && { state }),
      },
    });
    expect([200, 409, 422], JSON.stringify(body)).toContain(status);
    return status;
  };
  const status = await send(event.event_id);
  if (status !== 200) return;
  world.corrected.add(shipment_id);
  world.sentEvents.push({ event, clientId: wrong.clientId, result: 'recorded' });
  // A repeated correction changes nothing; another one comes too late.
  if (again === 'same') expect(await send(event.event_id)).toBe(200);
  if (again === 'other') expect(await send(`${event.event_id}-b`)).toBe(409);
}
