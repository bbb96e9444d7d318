import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import type { recordEvents } from '#shared/orders/staff-events.ts';
import { readShipmentOrder, type ShipmentOrder } from '#shared/orders/staff-shipment/staff-order.ts';
import { readStaffShipment, type StaffShipmentHistory } from '#shared/orders/staff-shipments.ts';
import { type Reply, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';

export const LABEL = '7K3MQ9XW2RM-1';

const entry = (at: string, state: string, state_code: string, changes: object = {}) => ({
  at,
  state,
  state_code,
  reason: null,
  event_id: null,
  measured: null,
  superseded: false,
  correction: null,
  reported_by: null,
  ...changes,
});

/** A shipment on its way. */
export const shipment = (): StaffShipmentHistory => {
  const { results } = sampleReply(readStaffShipment);
  return {
    ...results,
    client_id: 7,
    shipment_id: LABEL,
    tracking_id: LABEL.slice(0, 11),
    order_id: 'W-1',
    state: 'En Curso',
    state_code: 'en_curso',
    registered: '2026-11-18T09:00:00-03:00',
    relabel: false,
    state_at: '2026-11-20T10:00:00-03:00',
    delivery_mode: { id: '1', name: 'Entrega en domicilio' },
    receiver: {
      ...results.receiver,
      receiver_name: 'Lucía Paz',
      receiver_phone: '•••765',
      document: '•••333',
      email: 'l•••@correo.example',
    },
    history: [
      entry('2026-11-18T09:00:00-03:00', 'Registrado', 'registrado'),
      entry('2026-11-19T09:00:00-03:00', 'Retirado', 'retirado', { event_id: 'e-1' }),
      entry('2026-11-20T10:00:00-03:00', 'En Curso', 'en_curso', { event_id: 'e-2', reason: 'Segunda visita' }),
    ],
  };
};

export const read = reply(readStaffShipment, () => ({ results: shipment() }));
const can = { allowed: true, reason: null };
const order = (changes: Partial<ShipmentOrder> = {}): ShipmentOrder => ({
  client_id: 7,
  company: 'Mates del Sur',
  blocked_reason: null,
  order_id: 'W-1',
  tracking_id: LABEL.slice(0, 11),
  parcels: [{ shipment_id: LABEL, state: 'En Curso', state_code: 'en_curso' }],
  modification_id: null,
  reschedule_id: null,
  sender_view: {
    order_state: 'En Curso',
    state: 'En Curso',
    printed: true,
    label_outdated: false,
    order: { cancellable: { allowed: false, reason: 'Ya se retiró' }, can_request_edit: can, payable: can },
    parcel: { printable: can, cancellable: can, can_return: can },
  },
  ...changes,
});
/** Replies with the order around the shipment. */
export const around = (changes: Partial<ShipmentOrder> = {}) => reply(readShipmentOrder, { results: order(changes) });

/** Opens the console with its keyboard shortcuts. */
export async function open(path: string, replies: Reply[], who = loggedIn('operations')) {
  const opened = await openConsole(path, { replies: [who, ...replies, around()] });
  const { startShortcuts: start } = await import('#web/kit/lib/shortcuts.ts');
  return { ...opened, stop: start() };
}

type EventResult = ReplyOf<typeof recordEvents>['results'][number];

/** Returns the gateway’s answer about one sent event. */
export const answerAbout = (result: Partial<EventResult> = {}) => ({
  recorded: result.result === 'refused' ? 0 : 1,
  repeated: 0,
  refused: result.result === 'refused' ? 1 : 0,
  results: [{ event_id: 'x', shipment_id: LABEL, result: 'recorded' as const, reason: null, ...result }],
});
