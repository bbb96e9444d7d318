import { fold } from './fold.ts';

/** Why a delivery fails, in the provider's words. A reason may also come as free text, which only the sender reads. */
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

/** The known reason that a text means, ignoring case and accents; null for free text and for none. */
export function nonDeliveryReason(text: string | null): NonDeliveryReason | null {
  const folded = fold(text ?? '');
  return NON_DELIVERY_REASONS.find((reason) => fold(reason) === folded) ?? null;
}
