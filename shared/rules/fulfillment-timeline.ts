import { fold } from './fold.ts';

/** The states of a fulfillment order: the warehouse's word and what the screens say (D2 §4). */
export const FULFILLMENT_STATUSES = [
  { value: 'Registrado', label: 'En preparación' },
  { value: 'Preparado', label: 'Preparado' },
  { value: 'Cancelado', label: 'Cancelado' },
] as const;
export type FulfillmentStatus = (typeof FULFILLMENT_STATUSES)[number]['value'];

export type TimelineStep = {
  label: 'En preparación' | 'Cancelado' | 'Preparado' | 'Listo para despacho';
  /** As received; null where the step has no date. */
  date: string | null;
  /** 'already passed', 'is here' and 'not passed' of D2 §4. */
  place: 'passed' | 'here' | 'ahead';
  /** The step that ends the order without a parcel. */
  cancel: boolean;
};

/** A fulfillment order as the warehouse tells it, nulls included. */
export type FulfillmentProgress = {
  estado: string | null;
  etiquetas: string | null;
  fechaCreacionOrden: string | null;
  fechaEstado: string | null;
};

/** The status that a text from the warehouse means; one that we don't know is still being prepared. */
export function parseFulfillmentStatus(text: string | null): FulfillmentStatus {
  const folded = fold(text ?? '');
  return FULFILLMENT_STATUSES.find(({ value }) => fold(value) === folded)?.value ?? 'Registrado';
}

/** The shipment labels of a fulfillment order, which come separated by commas. */
export function fulfillmentLabels(etiquetas: string | null): string[] {
  return (etiquetas ?? '').split(',').flatMap((label) => label.trim() || []);
}

/** The label that 'Seguir Orden' looks up: the first of a prepared order; null when the link isn't shown (D2 §4). */
export function labelToFollow(order: Pick<FulfillmentProgress, 'estado' | 'etiquetas'>): string | null {
  return parseFulfillmentStatus(order.estado) === 'Preparado' ? (fulfillmentLabels(order.etiquetas)[0] ?? null) : null;
}

/** The steps of a fulfillment order (D2 §4). A cancelled one has no 'Preparado', any other no 'Cancelado'. */
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
    place: index === here ? 'here' : index < here ? 'passed' : 'ahead',
  }));
}

function currentStep(status: FulfillmentStatus, labelled: boolean): number {
  if (status === 'Registrado') return 0;
  return labelled ? 2 : 1;
}
