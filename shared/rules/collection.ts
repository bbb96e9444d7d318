import type { ShipmentStateCode } from './shipment-states.ts';

/** States that a parcel may have been in while it was still at its sender's. */
export const AT_SENDER: ReadonlySet<ShipmentStateCode> = new Set([
  'pendiente_pago',
  'registrado',
  'li_registrada',
  'en_preparacion',
  'listo_despacho',
  'planificado',
  'pendiente_retiro',
  'no_retirado',
  // These two come at any time and say nothing about who holds the parcel.
  'demorado',
  'en_revision',
  'expirado',
  'cancelado',
]);

/**
 * Whether the provider has had a parcel in its hands, by the codes of its whole history: the last state alone doesn't
 * tell. A text that we don't know (null) counts as one, so that nothing is changed behind a parcel that may be travelling.
 */
export function isCollected(history: readonly (ShipmentStateCode | null)[]): boolean {
  return history.some((code) => code === null || !AT_SENDER.has(code));
}
