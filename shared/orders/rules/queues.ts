import { addDays, type Day, localDay, startOfDay } from '#shared/kit/days.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { type Calendar, isWorkingDay } from '#shared/provider/rules/working-days.ts';
import type { ShipmentStateCode } from './shipment/shipment-states.ts';

/** What an item of a queue is about. */
export type QueueSubject = 'client' | 'modification' | 'reschedule' | 'shipment' | 'payment' | 'fulfillment';

/** States of shipments that need the provider's help. */
export const INCIDENT_STATES = ['no_entregado', 'direccion_corregir', 'no_retirado', 'demorado'] as const;

/** States of shipments that the sender wants back. */
export const RETURN_STATES = ['rescate_solicitado', 'devolucion_solicitada'] as const;

/** States in which a collected shipment should soon get another event. Those with a queue or a deadline of their own are missing. */
export const MOVING_STATES = [
  'retirado',
  'admitido_sucursal',
  'recibido_cd',
  'controlado',
  'procesado',
  'descargado',
  'despachado',
  'en_transito',
  'en_sucursal_destino',
  'en_curso',
  'notificado',
  'visitado',
  'reprogramado',
  'redespacho',
  'en_revision',
  'entrega_parcial',
  'rechazado',
  'devolucion',
  'transito_remitente',
] as const satisfies readonly ShipmentStateCode[];

/** A time span: elapsed hours, or working days without the first. */
type Span = { hours: number } | { workingDays: number };

interface QueueRow {
  /** Name on the console. */
  name: string;
  /** Word of the console's addresses and of `npm run ops`. */
  slug: string;
  of: QueueSubject;
  /** Age from which a subject is in the queue. */
  from: Span;
  /** Age from which an item is beyond its limit. */
  limit: Span;
}

/** Queues of the provider's work, in the order of the console. */
export const QUEUES = {
  approvals: { name: 'Altas por aprobar', slug: 'altas', of: 'client', from: { hours: 0 }, limit: { workingDays: 1 } },
  modifications: {
    name: 'Modificaciones por decidir',
    slug: 'modificaciones',
    of: 'modification',
    from: { hours: 0 },
    limit: { hours: 4 },
  },
  reschedules: {
    name: 'Reprogramaciones por decidir',
    slug: 'reprogramaciones',
    of: 'reschedule',
    from: { hours: 0 },
    limit: { hours: 4 },
  },
  returns: {
    name: 'Devoluciones',
    slug: 'devoluciones',
    of: 'shipment',
    from: { hours: 0 },
    limit: { workingDays: 2 },
  },
  incidents: {
    name: 'Incidencias',
    slug: 'incidencias',
    of: 'shipment',
    from: { hours: 0 },
    limit: { workingDays: 1 },
  },
  silent: {
    name: 'Sin novedad',
    slug: 'sin-novedad',
    of: 'shipment',
    from: { workingDays: 3 },
    limit: { workingDays: 5 },
  },
  overdue: {
    name: 'Promesa vencida',
    slug: 'promesa-vencida',
    of: 'shipment',
    from: { hours: 0 },
    limit: { workingDays: 2 },
  },
  measurements: {
    name: 'Medidas por confirmar',
    slug: 'medidas',
    of: 'shipment',
    from: { hours: 0 },
    limit: { workingDays: 1 },
  },
  payments: { name: 'Pagos con atención', slug: 'pagos', of: 'payment', from: { hours: 0 }, limit: { workingDays: 1 } },
  preparation: {
    name: 'Preparación atrasada',
    slug: 'preparacion',
    of: 'fulfillment',
    from: { workingDays: 1 },
    limit: { workingDays: 2 },
  },
} as const satisfies Record<string, QueueRow>;

export type Queue = keyof typeof QUEUES;

/** Queues in the order of the table above. */
export const QUEUE_NAMES = Object.keys(QUEUES) as [Queue, ...Queue[]];

/** Whether a text names a queue. */
export const isQueue = (text: string): text is Queue => Object.hasOwn(QUEUES, text);

/** Returns the time from which something is at least as old as a span. */
export function timeBefore(now: Date, span: Span, calendar: Calendar): Date {
  if ('hours' in span) return new Date(now.getTime() - span.hours * HOUR_MS);
  const today = localDay(now);
  const sinceMidnight = now.getTime() - startOfDay(today);
  return new Date(startOfDay(workingDayBefore(today, span.workingDays, calendar)) + sinceMidnight);
}

function workingDayBefore(day: Day, count: number, calendar: Calendar): Day {
  let [current, left] = [day, count];
  while (left > 0) {
    current = addDays(current, -1);
    if (isWorkingDay(current, calendar)) left -= 1;
  }
  return current;
}
