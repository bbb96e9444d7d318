import { appliedDays, appliedFilter, PRINTED_OPTIONS } from '#web/parts/list/applied-filters.ts';
import type { AppliedFilter } from '#web/parts/list/list-filters.tsx';
import type { SelectOption } from '#web/ui/select.tsx';
import type { OrderFilter } from './order-filters.ts';
import { GROUP_OPTIONS } from './state-groups.ts';

/** D1 §2, Orders list. */
export const FILTER_LABELS: Record<OrderFilter, string> = {
  cliente: 'Nombre y Apellido Cliente',
  nroOrden: 'Nro. de Orden Interno',
  tracking_id: 'Nro. de Orden',
  etiqueta: 'Envío',
  modoEntrega: 'Modo de Entrega',
  fechaDesde: 'Fecha de Creación Desde',
  fechaHasta: 'Fecha de Creación Hasta',
  printedByClient: 'Impreso',
  estado: 'Estado',
};

/**
 * The filters that are on, in the form's order. Short names: a pill's button must not be mistaken for the field of the
 * same name by those who go by names.
 */
export function appliedFilters(
  applied: Partial<Record<OrderFilter, string>>,
  modes: readonly SelectOption[],
): AppliedFilter<OrderFilter>[] {
  return [
    ...appliedFilter(applied, 'cliente', 'Cliente'),
    ...appliedFilter(applied, 'nroOrden', 'Nro. interno'),
    ...appliedFilter(applied, 'tracking_id', 'Orden'),
    ...appliedFilter(applied, 'etiqueta', 'Etiqueta'),
    ...appliedFilter(applied, 'modoEntrega', 'Modo', modes),
    ...appliedDays(applied, 'fechaDesde', 'fechaHasta', 'Creada'),
    ...appliedFilter(applied, 'printedByClient', 'Impresas', PRINTED_OPTIONS),
    ...appliedFilter(applied, 'estado', 'Estado', GROUP_OPTIONS),
  ];
}
