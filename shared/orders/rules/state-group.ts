import { isPrinted, type OrderFacts, orderActions } from './order-actions.ts';
import { deriveOrderState, hasEnded } from './order-state.ts';

/** Groups behind the quick views of the orders list (`filter[state]`), in the order in which they are checked. */
export const STATE_GROUPS = ['pendiente_pago', 'final', 'con_problema', 'por_imprimir', 'en_camino'] as const;
export type StateGroup = (typeof STATE_GROUPS)[number];

/**
 * Returns the group of an order: the first that fits (readings C12, C51). An order that ended with a lost shipment stays
 * in 'con_problema' until its incident is closed.
 */
export function stateGroup(order: OrderFacts): StateGroup {
  const state = deriveOrderState(order);
  if (state === 'pendiente_pago') return 'pendiente_pago';
  if (hasEnded(order) && (state !== 'con_incidencia' || order.incidentClosed)) return 'final';
  if (state === 'con_incidencia') return 'con_problema';
  const unprinted = orderActions(order).printable.allowed && !isPrinted(order.shipments);
  return unprinted ? 'por_imprimir' : 'en_camino';
}
