import type { ShipmentStateCode } from './shipment-states.ts';

/** The delivery modes of the provider. The wire carries their ids as strings and takes numbers too. */
export const DELIVERY_MODES = [
  { id: 1, name: 'Entrega a domicilio' },
  { id: 2, name: 'Retiro en punto de entrega' },
  { id: 3, name: 'Fulfillment' },
  { id: 4, name: 'Logística inversa' },
  { id: 5, name: 'Fulfillment Refrigerado' },
] as const;

export type DeliveryMode = (typeof DELIVERY_MODES)[number];
export type DeliveryModeId = DeliveryMode['id'];

/** The mode whose parcels are collected at a pickup point. */
export const PICKUP_POINT_MODE = 2 satisfies DeliveryModeId;
/** Reverse logistics (D1 §9): collected at the receiver's, delivered to the sender. */
export const REVERSE_MODE = 4 satisfies DeliveryModeId;
/** The mode whose name tells the portal that the client has fulfillment (D1 §4). */
export const REFRIGERATED_MODE = 5 satisfies DeliveryModeId;

/** The modes that a client sees: 3 and 5 with the fulfillment flag, 4 with the reverse-logistics flag. */
export function modesFor(flags: { reverseLogistics: boolean; fulfillment: boolean }): DeliveryMode[] {
  return DELIVERY_MODES.filter(({ id }) => {
    if (isFulfillmentMode(id)) return flags.fulfillment;
    return id !== REVERSE_MODE || flags.reverseLogistics;
  });
}

/** Whether the provider's warehouse prepares the orders of this mode. */
export function isFulfillmentMode(mode: DeliveryModeId): mode is 3 | 5 {
  return mode === 3 || mode === 5;
}

/** A mode's id as it comes from outside ('4' or 4); null for anything else. */
export function deliveryModeId(value: unknown): DeliveryModeId | null {
  return DELIVERY_MODES.find(({ id }) => value === id || value === String(id))?.id ?? null;
}

/** The name of a mode. */
export function deliveryModeName(id: DeliveryModeId): string {
  return DELIVERY_MODES.find((mode) => mode.id === id)?.name ?? '';
}

/** The state that a shipment begins with; one of an unpaid prepaid order begins so again once it is paid. */
export function firstShipmentState(order: {
  mode: DeliveryModeId;
  prepaid: boolean;
  paid: boolean;
}): ShipmentStateCode {
  if (order.prepaid && !order.paid) return 'pendiente_pago';
  return order.mode === REVERSE_MODE ? 'li_registrada' : 'registrado';
}
