import { nonDeliveryReason } from '#shared/orders/rules/shipment/non-delivery-reasons.ts';
import { type ShipmentStateCode, stateByText } from '#shared/orders/rules/shipment/shipment-states.ts';
import { isLost } from './incident.ts';

/** What a sender can do about a troubled shipment. */
export type HelpAction = 'edit' | 'contact' | 'reschedule' | 'return';

/** Actions by state, the most helpful first. */
const BY_STATE: Partial<Record<ShipmentStateCode, readonly HelpAction[]>> = {
  direccion_corregir: ['edit', 'contact', 'reschedule', 'return'],
  no_entregado: ['contact', 'reschedule', 'edit', 'return'],
  rechazado: ['contact', 'return'],
  demorado: ['contact', 'reschedule', 'return'],
  en_revision: ['contact', 'return'],
};

/**
 * Returns what helps a shipment, the most helpful first.
 *
 * @param reason reason of a failed delivery, '' if it isn't known
 */
export function helpActions(state: string, reason: string): readonly HelpAction[] {
  if (isLost(state)) return ['contact'];
  const code = stateByText(state);
  const actions = (code && BY_STATE[code]) ?? [];
  const first = code === 'no_entregado' && FIRST[nonDeliveryReason(reason) ?? 'Otros'];
  return first ? [first, ...actions.filter((action) => action !== first)] : actions;
}

/** Action that helps most against a reason of a failed delivery, where another one comes first otherwise. */
const FIRST: Partial<Record<NonNullable<ReturnType<typeof nonDeliveryReason>>, HelpAction>> = {
  'Dirección incorrecta': 'edit',
  'Destinatario ausente': 'reschedule',
  'Imposibilidad de acceso': 'edit',
};
