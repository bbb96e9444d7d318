import { nonDeliveryReason } from '#shared/orders/rules/shipment/non-delivery-reasons.ts';
import { type ShipmentStateCode, shipmentState, stateByText } from '#shared/orders/rules/shipment/shipment-states.ts';
import { helpActions } from '#web/orders/trouble/help-actions.ts';
import { incidentTone, isLost, isTroubled, type Tone } from '#web/orders/trouble/incident.ts';

/** Fields that an order's next step is derived from. */
export interface NextStepInput {
  stateName: string;
  payable: boolean;
  canGenerateMerchantOrder: boolean;
  printable: boolean;
  printed: boolean;
  /** True when a printed label no longer matches the order (readings C50). */
  labelOutdated: boolean;
  canRequestEdit: boolean;
  shipments: readonly { label: string; state: string; reason: string }[];
}

/** The order's situation in a sentence, and advice for the sender. */
export interface NextStep {
  what: string;
  advice?: string;
  /** Set for a shipment with an incident. */
  tone?: Tone;
  /** Label of the shipment that the sentence is about. */
  label?: string;
  /** What the sender can do about an incident. */
  action?: 'edit';
}

/** Returns the next step of an order; null when the sender has nothing to do. */
export function nextStep(order: NextStepInput): NextStep | null {
  if (stateByText(order.stateName) === 'cancelado') return { what: 'La orden está cancelada.' };
  if (order.shipments.length === 0)
    return { what: 'La orden no tiene envíos.', advice: 'No hay etiquetas para imprimir.' };
  // Some gateways print labels before the payment.
  if (order.payable && !order.printable) {
    return order.canGenerateMerchantOrder
      ? { what: 'Falta pagar para imprimir.' }
      : { what: 'Hay un pago en curso.', advice: 'Cuando se confirme vas a poder imprimir las etiquetas.' };
  }
  if (stateByText(order.stateName) === 'expirado') {
    return { what: 'La orden expiró sin que la despacháramos.', advice: 'Para enviarla, creá una orden nueva.' };
  }
  const trouble =
    order.shipments.find(({ state }) => isTroubled(state)) ?? order.shipments.find(({ state }) => isLost(state));
  if (trouble) return troubleStep(trouble, order.canRequestEdit);
  if (order.printable && order.labelOutdated) {
    return { what: 'Las etiquetas impresas quedaron desactualizadas.', advice: 'Descartalas y reimprimilas.' };
  }
  if (order.printable && !order.printed) return { what: 'Faltan imprimir las etiquetas.' };
  if (order.printable && order.shipments.every(({ state }) => waitsForCollection(state))) {
    return { what: 'Las etiquetas ya están impresas.', advice: 'Falta que pasemos a retirar los paquetes.' };
  }
  return null;
}

function waitsForCollection(state: string): boolean {
  const code = stateByText(state);
  return code !== null && shipmentState(code).cancellable;
}

/** Predicate of the sentence about a shipment, by state. */
const STATE_PHRASES: Partial<Record<ShipmentStateCode, string>> = {
  no_entregado: 'no se entregó',
  no_retirado: 'no se pudo retirar',
  direccion_corregir: 'necesita una dirección corregida',
  demorado: 'está demorado',
  en_revision: 'está en revisión',
  extraviado: 'se extravió',
  siniestrado: 'sufrió un siniestro',
};

/** Advice where a corrected address helps. */
const ADDRESS_ADVICE: Partial<Record<ShipmentStateCode, string>> = {
  no_entregado: 'Si la dirección no es correcta, corregila.',
  direccion_corregir: 'Corregila para que podamos entregarlo.',
};

function troubleStep({ label, state, reason }: NextStepInput['shipments'][number], canRequestEdit: boolean): NextStep {
  const code = stateByText(state);
  const predicate = (code && STATE_PHRASES[code]) ?? `figura como ${state}`;
  // The state text may already contain a reason after a colon.
  const because = reason && !state.includes(':') ? `: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}` : '';
  const tone = incidentTone(state) ?? 'warn';
  const step: NextStep = { what: `El envío ${label} ${predicate}${because}.`, tone, label };
  // A known reason may say that something else helps more.
  const addressHelps = nonDeliveryReason(reason) === null || helpActions(state, reason)[0] === 'edit';
  const advice = canRequestEdit && addressHelps && code && ADDRESS_ADVICE[code];
  if (advice) return { ...step, advice, action: 'edit' };
  return isLost(state) ? { ...step, advice: 'Comunicate con soporte.' } : step;
}
