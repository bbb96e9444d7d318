import { CREATION_DATE_RANGE as CALL_DAYS } from '#shared/kit/http/pagination.ts';
import { appliedDays, appliedFilter } from '#web/kit/list/applied-filters.ts';
import type { AppliedFilter } from '#web/kit/list/list-filters.tsx';

/** Filters of every list of orders: names in the form and the URL (D1 §3). */
export type OrderFilter = 'cliente' | 'nroOrden' | 'tracking_id' | 'etiqueta' | 'fechaDesde' | 'fechaHasta';

/** Names of the filters in the call (readings C12). */
export const ORDER_FILTERS: Record<OrderFilter, string> = {
  cliente: 'client',
  nroOrden: 'order',
  tracking_id: 'tracking',
  etiqueta: 'shipment',
  fechaDesde: 'from_date',
  fechaHasta: 'to_date',
};

/** Labels of the filter fields (D1 §2, D2 §2). */
export const ORDER_FILTER_LABELS: Record<OrderFilter, string> = {
  cliente: 'Nombre y Apellido Cliente',
  nroOrden: 'Nro. de Orden Interno',
  tracking_id: 'Nro. de Orden',
  etiqueta: 'Envío',
  fechaDesde: 'Fecha de Creación Desde',
  fechaHasta: 'Fecha de Creación Hasta',
};

/** The range of creation days (D1 §5, D2 §5). */
export const CREATION_DATE_RANGE = {
  from: 'fechaDesde',
  to: 'fechaHasta',
  message: CALL_DAYS.message,
} as const;

/**
 * Returns the applied filters in the form's order, with a list's additional filters before the days. Labels are short:
 * a pill's button must not have the same accessible name as its field.
 */
export function appliedOrderFilters<N extends string>(
  applied: Partial<Record<N | OrderFilter, string>>,
  additional: readonly AppliedFilter<N>[] = [],
): AppliedFilter<N | OrderFilter>[] {
  return [
    ...appliedFilter<N | OrderFilter>(applied, 'cliente', 'Cliente'),
    ...appliedFilter<N | OrderFilter>(applied, 'nroOrden', 'Nro. interno'),
    ...appliedFilter<N | OrderFilter>(applied, 'tracking_id', 'Orden'),
    ...appliedFilter<N | OrderFilter>(applied, 'etiqueta', 'Etiqueta'),
    ...additional,
    ...appliedDays<N | OrderFilter>(applied, 'fechaDesde', 'fechaHasta', 'Creada'),
  ];
}
