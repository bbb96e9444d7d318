import type { NonDeliveryReason } from '#shared/rules/non-delivery-reasons.ts';
import type { ShipmentStateCode } from '#shared/rules/shipment-states.ts';

/** Why something failed, by the state that says so; what happens often stands there more than once (facts.md §7). */
export const REASONS: Partial<Record<ShipmentStateCode, readonly NonDeliveryReason[]>> = {
  no_retirado: ['Imposibilidad de acceso', 'Falta documentación'],
  no_entregado: [
    'Destinatario ausente',
    'Destinatario ausente',
    'Destinatario ausente',
    'Dirección incorrecta',
    'Imposibilidad de acceso',
    'Zona peligrosa',
  ],
  rechazado: ['No quiere recibir', 'No quiere recibir', 'Daño parcial'],
  entregado_danio: ['Daño parcial'],
  entrega_parcial: ['Extravío parcial'],
  siniestrado: ['Daño total'],
  extraviado: ['Extravío total'],
};

/** Nobody came to the door, or nobody came for the parcel. */
export const ABSENT: NonDeliveryReason = 'Destinatario ausente';
/** The address has to be corrected before the next visit. */
export const WRONG_ADDRESS: NonDeliveryReason = 'Dirección incorrecta';
/** Why a parcel goes back after its last visit. */
export const NO_MORE_VISITS: NonDeliveryReason = 'Intentos de entrega agotados';
