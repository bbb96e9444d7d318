import { addDays, type Day, isDay } from '#shared/kit/days.ts';
import type { Permission } from '#shared/orders/rules/order-actions.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import { type Calendar, isWorkingDay } from '#shared/provider/rules/working-days.ts';

/** Days after today, the last of which can be asked for. */
export const RESCHEDULE_DAYS = 30;

export const MAX_RESCHEDULE_NOTE = 200;

/** States in which another day helps: the delivery failed or is late. */
const RESCHEDULED: ReadonlySet<ShipmentStateCode | null> = new Set<ShipmentStateCode>([
  'no_entregado',
  'demorado',
  'direccion_corregir',
]);

/** Decides whether a sender may ask for another day of delivery. `pending`: a request waits for its decision. */
export function reschedulable(state: ShipmentStateCode | null, pending: boolean): Permission {
  if (pending) return { allowed: false, reason: 'Ya pediste reprogramar este envío: falta que el proveedor lo decida' };
  return RESCHEDULED.has(state)
    ? { allowed: true }
    : {
        allowed: false,
        reason: 'Sólo se puede reprogramar un envío que no se entregó, está demorado o tiene una dirección a corregir',
      };
}

/** Returns why a day can't be asked for; null when it can: a working day after today, up to `RESCHEDULE_DAYS` later. */
export function rescheduleDateProblem(date: string, today: Day, calendar: Calendar): string | null {
  if (!isDay(date)) return 'Elegí un día para la entrega';
  if (date <= today) return 'Elegí un día a partir de mañana';
  if (date > lastRescheduleDay(today)) return `Elegí un día dentro de los próximos ${RESCHEDULE_DAYS} días`;
  return isWorkingDay(date, calendar) ? null : 'Elegí un día hábil: no entregamos sábados, domingos ni feriados';
}

export const lastRescheduleDay = (today: Day): Day => addDays(today, RESCHEDULE_DAYS);
