import { fold } from '#shared/kit/text/fold.ts';

/**
 * Reasons of failed deliveries, in the provider's terms. A reason may also be free text, which only the sender sees.
 */
export const NON_DELIVERY_REASONS = [
  'Destinatario ausente',
  'No quiere recibir',
  'Daño parcial',
  'Daño total',
  'Dirección incorrecta',
  'Error del transporte',
  'Extravío parcial',
  'Extravío total',
  'Falta documentación',
  'Imposibilidad de acceso',
  'Intentos de entrega agotados',
  'Zona peligrosa',
  'Otros',
] as const;

export type NonDeliveryReason = (typeof NON_DELIVERY_REASONS)[number];

/**
 * Returns the known reason that a text names, without regard to case and accents; null for free text and for no text.
 */
export function nonDeliveryReason(text: string | null): NonDeliveryReason | null {
  const folded = fold(text ?? '');
  return NON_DELIVERY_REASONS.find((reason) => fold(reason) === folded) ?? null;
}
