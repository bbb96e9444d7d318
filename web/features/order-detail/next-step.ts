import { badgeColourOf } from '#shared/rules/badge-colours.ts';
import { hasIncident } from '#shared/rules/order-state.ts';
import { type ShipmentStateCode, shipmentState, stateByText } from '#shared/rules/shipment-states.ts';

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

/** `bad`: a failure; `warn`: an incident that needs attention. */
export type Tone = 'bad' | 'warn';

/** Returns the tone of a shipment that is lost or has an incident; null without one. */
export function incidentTone(state: string): Tone | null {
  if (!hasIncident(toStateInput(state)) && !isLost({ state })) return null;
  return badgeColourOf(state) === 'rojo' ? 'bad' : 'warn';
}

/** Returns the next step of an order; null when the sender has nothing to do. */
export function nextStep(order: NextStepInput): NextStep | null {
  if (stateByText(order.stateName) === 'cancelado') return { what: 'La orden está cancelada.' };
  if (order.shipments.length === 0)
    return { what: 'La orden no tiene envíos.', advice: 'No hay etiquetas para imprimir.' };
  if (order.payable) {
    return order.canGenerateMerchantOrder
      ? { what: 'Falta pagar para imprimir.' }
      : { what: 'Hay un pago en curso.', advice: 'Cuando se confirme vas a poder imprimir las etiquetas.' };
  }
  if (stateByText(order.stateName) === 'expirado') {
    return { what: 'La orden expiró sin que la despacháramos.', advice: 'Para enviarla, creá una orden nueva.' };
  }
  const trouble = order.shipments.find(({ state }) => hasIncident(toStateInput(state))) ?? order.shipments.find(isLost);
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

const toStateInput = (state: string) => ({ stateText: state, stateCode: stateByText(state) });

function isLost({ state }: { state: string }): boolean {
  const code = stateByText(state);
  return code === 'extraviado' || code === 'siniestrado';
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
  const advice = canRequestEdit && code && ADDRESS_ADVICE[code];
  if (advice) return { ...step, advice, action: 'edit' };
  return isLost({ state }) ? { ...step, advice: 'Comunicate con soporte.' } : step;
}
