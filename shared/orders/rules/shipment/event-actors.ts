/**
 * Who reports an event of a shipment: a person of the staff, a key of the provider's systems, the sender in the portal, the warehouse, or a
 * confirmed payment.
 */
export const EVENT_ACTOR_KINDS = ['staff', 'key', 'portal', 'warehouse', 'payment'] as const;

export type EventActorKind = (typeof EVENT_ACTOR_KINDS)[number];

/** Who reported an event. Only people of the staff and keys have a name. */
export interface EventActor {
  kind: EventActorKind;
  name: string | null;
}

const NAMES: Record<EventActorKind, string> = {
  staff: 'Personal',
  key: 'Clave',
  portal: 'Portal',
  warehouse: 'Depósito',
  payment: 'Pago',
};

/** Returns who reported an event or wrote a note, for the provider's people: a person by name, a key as such. */
export function actorText({ kind, name }: EventActor): string {
  if (name === null) return NAMES[kind];
  return kind === 'key' ? `${NAMES.key} ${name}` : name;
}
