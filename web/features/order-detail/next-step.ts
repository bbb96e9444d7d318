import { badgeOf } from '#shared/rules/badges.ts';
import { shipmentState, stateByText } from '#shared/rules/shipment-states.ts';

/** What of an order decides its next step. */
export interface OrderToday {
  stateName: string;
  payable: boolean;
  canGenerateMerchantOrder: boolean;
  printable: boolean;
  printed: boolean;
  shipments: readonly { label: string; state: string; reason: string }[];
}

/** The next step in one line: what is going on, and what the sender may do about it. */
export interface NextStep {
  what: string;
  advice?: string;
}

/** The next step of an order; null when nothing waits for the sender. */
export function nextStep(order: OrderToday): NextStep | null {
  if (stateByText(order.stateName) === 'cancelado') return { what: 'La orden está cancelada.' };
  if (order.shipments.length === 0)
    return { what: 'La orden no tiene envíos.', advice: 'No hay etiquetas para imprimir.' };
  if (order.payable) {
    return order.canGenerateMerchantOrder
      ? { what: 'Falta pagar para imprimir.' }
      : { what: 'Hay un pago en curso.', advice: 'Cuando se confirme vas a poder imprimir las etiquetas.' };
  }
  const trouble = order.shipments.find(({ state }) => inTrouble(state));
  if (trouble) return troubleOf(trouble);
  if (order.printable && !order.printed) return { what: 'Faltan imprimir las etiquetas.' };
  if (order.printable && order.shipments.every(({ state }) => waitsForCollection(state))) {
    return { what: 'Las etiquetas ya están impresas.', advice: 'Falta que pasemos a retirar los paquetes.' };
  }
  return null;
}

function inTrouble(state: string): boolean {
  const code = stateByText(state);
  return badgeOf(state) === 'rojo' && code !== 'cancelado' && !(code !== null && shipmentState(code).final);
}

function waitsForCollection(state: string): boolean {
  const code = stateByText(state);
  return code !== null && shipmentState(code).cancellable;
}

function troubleOf({ label, state, reason }: OrderToday['shipments'][number]): NextStep {
  const because = reason ? `: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}` : '';
  const notDelivered = stateByText(state) === 'no_entregado';
  return {
    what: notDelivered ? `El envío ${label} no se entregó${because}.` : `El envío ${label}: ${state}${because}.`,
  };
}
