import type { CLIENT_STATES } from '#shared/ops/clients.ts';
import { Badge, type BadgeColour } from '#web/ui/badge.tsx';

type ClientState = (typeof CLIENT_STATES)[number];

/** Colour and name of the states of a client. */
export const STATES: Record<ClientState, readonly [colour: BadgeColour, name: string]> = {
  pending: ['amarillo', 'A revisar'],
  approved: ['verde', 'Aprobado'],
  rejected: ['gris', 'Rechazado'],
  blocked: ['rojo', 'Bloqueado'],
};

export function ClientState({ state }: { state: ClientState }) {
  return <Badge colour={STATES[state][0]}>{STATES[state][1]}</Badge>;
}
