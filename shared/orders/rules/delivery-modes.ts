import type { ShipmentStateCode } from './shipment/shipment-states.ts';
import type { Direction } from './shipment/shipment-transitions.ts';

/** Delivery modes of the provider. Ids are strings on the wire; numbers are accepted too. */
export const DELIVERY_MODES = [
  { id: 1, name: 'Entrega a domicilio' },
  { id: 2, name: 'Retiro en punto de entrega' },
  { id: 3, name: 'Fulfillment' },
  { id: 4, name: 'Logística inversa' },
  { id: 5, name: 'Fulfillment Refrigerado' },
] as const;

export type DeliveryMode = (typeof DELIVERY_MODES)[number];
export type DeliveryModeId = DeliveryMode['id'];

/** The mode whose shipments are collected at a pickup point. */
export const PICKUP_POINT_MODE = 2 satisfies DeliveryModeId;
/** Reverse logistics (D1 §9): collected at the receiver's, delivered to the sender. */
export const REVERSE_MODE = 4 satisfies DeliveryModeId;

/** Returns the direction of the shipments of a delivery mode. */
export const directionOf = (mode: number): Direction => (mode === REVERSE_MODE ? 'inversa' : 'entrega');
/** The portal treats a client that has a mode with this mode's name as a fulfillment client (D1 §4). */
export const REFRIGERATED_MODE = 5 satisfies DeliveryModeId;

/** Returns the modes that a client may use: 3 and 5 need the fulfillment flag, 4 the reverse-logistics flag. */
export function modesFor(flags: { reverseLogistics: boolean; fulfillment: boolean }): DeliveryMode[] {
  return DELIVERY_MODES.filter(({ id }) => {
    if (isFulfillmentMode(id)) return flags.fulfillment;
    return id !== REVERSE_MODE || flags.reverseLogistics;
  });
}

/** Returns whether the provider's warehouse prepares the orders of a mode. */
export function isFulfillmentMode(mode: DeliveryModeId): mode is 3 | 5 {
  return mode === 3 || mode === 5;
}

/** Reads a mode's id from an external value ('4' or 4); null for any other value. */
export function deliveryModeId(value: unknown): DeliveryModeId | null {
  return DELIVERY_MODES.find(({ id }) => value === id || value === String(id))?.id ?? null;
}

/** Returns the name of a mode. */
export function deliveryModeName(id: DeliveryModeId): string {
  return DELIVERY_MODES.find((mode) => mode.id === id)?.name ?? '';
}

/**
 * Returns the first state of a shipment. A shipment of a prepaid order takes the first state for paid orders once it is
 * paid.
 */
export function firstShipmentState(order: {
  mode: DeliveryModeId;
  prepaid: boolean;
  paid: boolean;
}): ShipmentStateCode {
  if (order.prepaid && !order.paid) return 'pendiente_pago';
  return order.mode === REVERSE_MODE ? 'li_registrada' : 'registrado';
}
