import { badgeColourOf } from '#shared/orders/rules/code/badge-colours.ts';
import { hasIncident } from '#shared/orders/rules/order-state.ts';
import { stateByText } from '#shared/orders/rules/shipment/shipment-states.ts';

/** `bad`: a failure; `warn`: an incident that needs attention. */
export type Tone = 'bad' | 'warn';

/** Returns whether a shipment in a state has an incident that can still be resolved. */
export const isTroubled = (state: string) => hasIncident({ stateText: state, stateCode: stateByText(state) });

/** Returns whether a shipment in a state is lost or destroyed. */
export function isLost(state: string): boolean {
  const code = stateByText(state);
  return code === 'extraviado' || code === 'siniestrado';
}

/** Returns the tone of a shipment that is lost or has an incident; null without one. */
export function incidentTone(state: string): Tone | null {
  if (!isTroubled(state) && !isLost(state)) return null;
  return badgeColourOf(state) === 'rojo' ? 'bad' : 'warn';
}
