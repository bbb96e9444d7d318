import type { ShipmentStateCode } from './shipment-states.ts';

/** States that a shipment may be in before it is collected from its sender. */
export const AT_SENDER: ReadonlySet<ShipmentStateCode> = new Set([
  'pendiente_pago',
  'registrado',
  'li_registrada',
  'en_preparacion',
  'listo_despacho',
  'planificado',
  'pendiente_retiro',
  'no_retirado',
  // These two states may occur at any time and don't show who holds the shipment.
  'demorado',
  'en_revision',
  'expirado',
  'cancelado',
]);

/**
 * Returns whether the provider has ever held a shipment, by the codes of the shipment's whole history: the last state alone
 * isn't enough. An unknown state (null) counts as collected, so that an order isn't changed after its shipment may have
 * left.
 */
export function isCollected(history: readonly (ShipmentStateCode | null)[]): boolean {
  return history.some((code) => code === null || !AT_SENDER.has(code));
}
