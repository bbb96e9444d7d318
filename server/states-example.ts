import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { eventBody } from '#shared/orders/event-list/list-events.ts';
import { findEventPosition } from '#shared/orders/rules/shipment/event-position.ts';
import { unknownStateReason } from '#shared/orders/rules/shipment/nearest-state.ts';
import { parseShipmentState, type ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import type { recordEvents } from '#shared/orders/staff-events.ts';
import { UNKNOWN_SHIPMENT } from './orders/domain/movement/apply-movements.ts';

const LABEL = '7KQ2M4X9ZTB-1';
const CREATED = Date.parse('2026-11-25T09:00:00-03:00');
const NOW = Date.parse('2026-11-26T12:00:00-03:00');

/** Returns a call of a just registered shipment with its answer, whose reasons come from the rules. */
export function exampleCall(): string {
  const event = (state: string, minute: number, changes: object = {}) => ({
    ...eventBody(
      {
        label: LABEL,
        state,
        at: CREATED + minute * MINUTE_MS,
        reason: '',
        eventId: `ruta-17-${minute}`,
        measured: null,
      },
      NOW,
    ),
    ...changes,
  });
  const events = [
    event('retirado', 60),
    event('entregado', 30),
    event('entregdo', 90),
    event('retirado', 60, { shipment_id: '00000000000-1', event_id: 'ruta-17-99' }),
  ];
  const reasons = [null, refusalOf('entregado', 30), unknownStateReason('entregdo'), UNKNOWN_SHIPMENT];
  const answer: ReplyOf<typeof recordEvents> = {
    recorded: 1,
    repeated: 0,
    refused: 3,
    results: events.map(({ event_id, shipment_id }, index) => ({
      event_id,
      shipment_id,
      result: index === 0 ? 'recorded' : 'refused',
      reason: reasons[index] ?? null,
    })),
  };
  return `Each event has an id of yours. Sent again, even after a lost answer, it is answered \`repeated\` and changes nothing.

\`\`\`json
${JSON.stringify({ events }, null, 2)}
\`\`\`

\`\`\`json
${JSON.stringify(answer, null, 2)}
\`\`\`

A prepaid order that isn't paid refuses all states but \`expirado\`: «${unpaidRefusal()}». To run a call, see
[the guide](api/README.md#the-providers-side).`;
}

/** Returns why a state is refused at a minute after the creation, when the shipment was collected an hour after it. */
function refusalOf(code: ShipmentStateCode, minute: number): string {
  return refusal(['registrado', 'retirado'], code, minute);
}

const unpaidRefusal = () => refusal(['pendiente_pago'], 'retirado', 90);

/** @param history states of the shipment, an hour apart */
function refusal(history: readonly ShipmentStateCode[], code: ShipmentStateCode, minute: number): string {
  const entry = (state: ShipmentStateCode, at: number) => ({ at, code: state, text: parseShipmentState(state).text });
  const position = findEventPosition(
    history.map((state, index) => entry(state, CREATED + index * HOUR_MS)),
    entry(code, CREATED + minute * MINUTE_MS),
    { direction: 'entrega', by: 'provider', createdAt: CREATED, now: NOW },
  );
  if (!('refused' in position)) throw new Error(`the example’s event is accepted: ${code}`);
  return position.refused;
}
