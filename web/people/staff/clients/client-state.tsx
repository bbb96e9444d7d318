import { CLIENT_STATE_NAMES, type CLIENT_STATES } from '#shared/people/staff-clients.ts';
import { Badge, type BadgeColour } from '#web/kit/ui/display/badge.tsx';

type ClientState = (typeof CLIENT_STATES)[number];

const COLOURS: Record<ClientState, BadgeColour> = {
  pending: 'amarillo',
  approved: 'verde',
  rejected: 'gris',
  blocked: 'rojo',
};

export function ClientState({ state }: { state: ClientState }) {
  return <Badge colour={COLOURS[state]}>{CLIENT_STATE_NAMES[state]}</Badge>;
}
