import { isInTrouble } from '#shared/rules/order-state.ts';
import { type ShipmentStateCode, shipmentState, stateByText } from '#shared/rules/shipment-states.ts';

/** What of an order decides its next step. */
export interface NextStepInput {
  stateName: string;
  payable: boolean;
  canGenerateMerchantOrder: boolean;
  printable: boolean;
  printed: boolean;
  /** A printed label doesn't say any more what the order says (readings C50). */
  labelOutdated: boolean;
  canRequestEdit: boolean;
  shipments: readonly { label: string; state: string; reason: string }[];
}

/** The next step in one line: what is going on, and what the sender may do about it. */
export interface NextStep {
  what: string;
  advice?: string;
}

/** The next step of an order; null when nothing waits for the sender. */
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
  const trouble = order.shipments.find(({ state }) => isInTrouble(toStateInput(state))) ?? order.shipments.find(isLost);
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

/** What happened to a shipment, where its state makes a sentence. */
const STATE_PHRASES: Partial<Record<ShipmentStateCode, string>> = {
  no_entregado: 'no se entregó',
  no_retirado: 'no se pudo retirar',
  direccion_corregir: 'necesita una dirección corregida',
  demorado: 'está demorado',
  en_revision: 'está en revisión',
  extraviado: 'se extravió',
  siniestrado: 'sufrió un siniestro',
};

function troubleStep({ label, state, reason }: NextStepInput['shipments'][number], canRequestEdit: boolean): NextStep {
  const code = stateByText(state);
  const happened = (code && STATE_PHRASES[code]) ?? `figura como ${state}`;
  // A text of the provider may bring a reason of its own behind a colon.
  const because = reason && !state.includes(':') ? `: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}` : '';
  const what = `El envío ${label} ${happened}${because}.`;
  if (code === 'direccion_corregir' && canRequestEdit) return { what, advice: 'Corregila con Editar.' };
  return isLost({ state }) ? { what, advice: 'Comunicate con soporte.' } : { what };
}
