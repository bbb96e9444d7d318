import { fold } from '#shared/kit/text/fold.ts';

/** States of a fulfillment order: the warehouse's text and the text on the screens (D2 §4). */
export const FULFILLMENT_STATUSES = [
  { value: 'Registrado', label: 'En preparación' },
  { value: 'Preparado', label: 'Preparado' },
  { value: 'Cancelado', label: 'Cancelado' },
] as const;
export type FulfillmentStatus = (typeof FULFILLMENT_STATUSES)[number]['value'];

export type TimelineStep = {
  label: 'En preparación' | 'Cancelado' | 'Preparado' | 'Listo para despacho';
  /** As received; null for a step without a date. */
  date: string | null;
  /** Position of the step: 'already passed', 'is here' or 'not passed' (D2 §4). */
  state: 'passed' | 'here' | 'ahead';
  /** True for the step that ends the order without a shipment. */
  cancel: boolean;
};

/** A fulfillment order as the warehouse returns it, nulls included. */
export type FulfillmentProgress = {
  estado: string | null;
  etiquetas: string | null;
  fechaCreacionOrden: string | null;
  fechaEstado: string | null;
};

/** Returns the status for a text from the warehouse; an unknown text counts as in preparation. */
export function parseFulfillmentStatus(text: string | null): FulfillmentStatus {
  const folded = fold(text ?? '');
  return FULFILLMENT_STATUSES.find(({ value }) => fold(value) === folded)?.value ?? 'Registrado';
}

/** Returns the shipment labels of a fulfillment order from the warehouse's comma-separated text. */
export function fulfillmentLabels(etiquetas: string | null): string[] {
  return (etiquetas ?? '').split(',').flatMap((label) => label.trim() || []);
}

/**
 * Returns the label for the link 'Seguir Orden': the first one of a prepared order; null when the link isn't shown (D2
 * §4).
 */
export function labelToFollow(order: Pick<FulfillmentProgress, 'estado' | 'etiquetas'>): string | null {
  return parseFulfillmentStatus(order.estado) === 'Preparado' ? (fulfillmentLabels(order.etiquetas)[0] ?? null) : null;
}

/**
 * Returns the steps of a fulfillment order (D2 §4). A cancelled order has no step 'Preparado', any other order no step
 * 'Cancelado'.
 */
export function fulfillmentTimeline(order: FulfillmentProgress): TimelineStep[] {
  const status = parseFulfillmentStatus(order.estado);
  const reached = (wanted: FulfillmentStatus) => (status === wanted ? order.fechaEstado : null);
  const middle =
    status === 'Cancelado'
      ? { label: 'Cancelado' as const, date: reached('Cancelado'), cancel: true }
      : { label: 'Preparado' as const, date: reached('Preparado'), cancel: false };
  const steps = [
    { label: 'En preparación' as const, date: order.fechaCreacionOrden, cancel: false },
    middle,
    { label: 'Listo para despacho' as const, date: reached('Preparado'), cancel: false },
  ];
  const here = currentStep(status, labelToFollow(order) !== null);
  return steps.map((step, index) => ({
    ...step,
    state: index === here ? 'here' : index < here ? 'passed' : 'ahead',
  }));
}

function currentStep(status: FulfillmentStatus, labelled: boolean): number {
  if (status === 'Registrado') return 0;
  return labelled ? 2 : 1;
}
