import type { BadgeColour } from './badge-colour.ts';
import { badgeColourOf, matchBadgeWord } from './badge-colours.ts';
import { fold } from './fold.ts';
import { type ShipmentStateCode, shipmentState } from './shipment-states.ts';

const row = <const Code extends string>(code: Code, label: string, badge: BadgeColour) => ({ code, label, badge });

/** The states of an order, all of them derived from its payment and its shipments. */
export const ORDER_STATES = [
  row('pendiente_pago', 'Pendiente de Pago', 'amarillo'),
  row('registrado', 'Registrado', 'azul'),
  row('en_curso', 'En Curso', 'azul'),
  row('con_incidencia', 'Con Incidencia', 'rojo'),
  row('entrega_parcial', 'Entrega Parcial', 'amarillo'),
  row('entregado', 'Entregado', 'verde'),
  row('devuelto', 'Devuelto', 'verde'),
  row('expirado', 'Expirado', 'rojo'),
  row('cancelado', 'CANCELADO', 'rojo'),
] as const;

export type OrderStateCode = (typeof ORDER_STATES)[number]['code'];
export type OrderState = { code: OrderStateCode; label: string; badge: BadgeColour };

/** Where a shipment stands: its state as received, and its code (null when we don't know that text). */
export type ShipmentStatus = { stateCode: ShipmentStateCode | null; stateText: string };

/** What the state of an order depends on. `prepaid` is frozen when the order is created. */
export type OrderStateInput = { prepaid: boolean; paid: boolean; shipments: readonly ShipmentStatus[] };

const byCode = new Map<OrderStateCode, OrderState>(ORDER_STATES.map((state) => [state.code, state]));

/** The row of an order state. */
export function orderState(code: OrderStateCode): OrderState {
  return byCode.get(code) as OrderState;
}

/** Whether nothing follows for this shipment any more. A state that we don't know is not the end. */
export function isFinal(shipment: ShipmentStatus): boolean {
  return shipment.stateCode !== null && shipmentState(shipment.stateCode).final;
}

/** Whether nothing follows for any shipment of an order, cancelled ones included. An order without shipments hasn't ended. */
export function hasEnded({ shipments }: Pick<OrderStateInput, 'shipments'>): boolean {
  return shipments.length > 0 && shipments.every(isFinal);
}

/** States that aren't red and yet need somebody's attention, by their folded text. */
const NEED_ATTENTION = new Set(
  (['direccion_corregir', 'demorado', 'en_revision'] as const).map((code) => fold(shipmentState(code).label)),
);

/** Whether a shipment is in trouble that isn't its end: a red state, a delay, an address to correct, a revision. */
export function isInTrouble(shipment: ShipmentStatus): boolean {
  if (isFinal(shipment)) return false;
  return badgeColourOf(shipment.stateText) === 'rojo' || NEED_ATTENTION.has(matchBadgeWord(shipment.stateText) ?? '');
}

/**
 * The state of an order: the first that fits (readings C51). Cancelled shipments don't count unless all are. A shipment
 * in 'Entrega Parcial' makes the order so too.
 */
export function deriveOrderState(order: OrderStateInput): OrderStateCode {
  if (order.shipments.length === 0) return 'registrado';
  const live = order.shipments.filter((shipment) => shipment.stateCode !== 'cancelado');
  if (live.length === 0) return 'cancelado';
  if (live.every(isExpired)) return 'expirado';
  if (order.prepaid && !order.paid) return 'pendiente_pago';
  if (live.every(isDelivered)) return 'entregado';
  if (live.some((shipment) => isDelivered(shipment) || shipment.stateCode === 'entrega_parcial')) {
    return 'entrega_parcial';
  }
  if (live.some(isInTrouble)) return 'con_incidencia';
  if (live.every(isFinal) && live.some(isLost)) return 'con_incidencia';
  if (live.every((shipment) => shipment.stateCode === 'devuelto' || isExpired(shipment))) return 'devuelto';
  if (live.every(isFirst)) return 'registrado';
  return 'en_curso';
}

function isDelivered({ stateCode }: ShipmentStatus): boolean {
  return stateCode === 'entregado' || stateCode === 'entregado_danio';
}

function isExpired({ stateCode }: ShipmentStatus): boolean {
  return stateCode === 'expirado';
}

function isLost({ stateCode }: ShipmentStatus): boolean {
  return stateCode === 'extraviado' || stateCode === 'siniestrado';
}

function isFirst({ stateCode }: ShipmentStatus): boolean {
  return stateCode === 'registrado' || stateCode === 'li_registrada' || stateCode === 'pendiente_pago';
}
