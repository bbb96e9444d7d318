import { fold } from '#shared/kit/text/fold.ts';
import type { BadgeColour } from './code/badge-colour.ts';
import { badgeColourOf, matchBadgeWord } from './code/badge-colours.ts';
import { type ShipmentStateCode, shipmentState } from './shipment/shipment-states.ts';

const row = <const Code extends string>(code: Code, label: string, badge: BadgeColour) => ({ code, label, badge });

/** States of an order, derived from its payment and its shipments. */
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

/** State of a shipment: its text as received, and its code (null for an unknown text). */
export type ShipmentStatus = { stateCode: ShipmentStateCode | null; stateText: string };

/** Fields that an order's state is derived from. `prepaid` is frozen when the order is created. */
export type OrderStateInput = { prepaid: boolean; paid: boolean; shipments: readonly ShipmentStatus[] };

const byCode = new Map<OrderStateCode, OrderState>(ORDER_STATES.map((state) => [state.code, state]));

/** Returns the row of an order state. */
export function orderState(code: OrderStateCode): OrderState {
  return byCode.get(code) as OrderState;
}

/** Returns whether a shipment has ended. An unknown state isn't final. */
export function isFinal(shipment: ShipmentStatus): boolean {
  return shipment.stateCode !== null && shipmentState(shipment.stateCode).final;
}

/**
 * Returns whether all shipments of an order have ended, cancelled ones included. False for an order without shipments.
 */
export function hasEnded({ shipments }: Pick<OrderStateInput, 'shipments'>): boolean {
  return shipments.length > 0 && shipments.every(isFinal);
}

/** States that need attention without being red, by their folded text. */
const NEED_ATTENTION = new Set(
  (['direccion_corregir', 'demorado', 'en_revision'] as const).map((code) => fold(shipmentState(code).label)),
);

/**
 * Returns whether a shipment has an incident and hasn't ended: a red state, a delay, an address to correct or a
 * revision.
 */
export function hasIncident(shipment: ShipmentStatus): boolean {
  if (isFinal(shipment)) return false;
  return badgeColourOf(shipment.stateText) === 'rojo' || NEED_ATTENTION.has(matchBadgeWord(shipment.stateText) ?? '');
}

/** Returns the shipment that an incident is about: one that hasn't ended, else a lost one; undefined without one. */
export function troubledShipment<T extends ShipmentStatus>(shipments: readonly T[]): T | undefined {
  return shipments.find(hasIncident) ?? shipments.find(isLost);
}

/**
 * Derives the state of an order: the first state that fits (readings C51). Cancelled shipments count only when all are
 * cancelled. A shipment in 'Entrega Parcial' gives the order that state.
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
  if (live.some(hasIncident)) return 'con_incidencia';
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
