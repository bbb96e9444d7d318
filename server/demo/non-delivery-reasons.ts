import type { NonDeliveryReason } from '#shared/orders/rules/shipment/non-delivery-reasons.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';

/** Reasons by state. Frequent reasons are repeated so that they are picked more often (facts §7). */
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

/** Nobody was at home, or nobody fetched the shipment at the pickup point. */
export const ABSENT: NonDeliveryReason = 'Destinatario ausente';
/** The address has to be corrected before the next visit. */
export const WRONG_ADDRESS: NonDeliveryReason = 'Dirección incorrecta';
/** A shipment is returned after its last visit. */
export const NO_MORE_VISITS: NonDeliveryReason = 'Intentos de entrega agotados';
