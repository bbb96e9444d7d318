import { addMonths, type Day } from '#shared/kit/days.ts';
import { LIST_DATE_RANGE } from '#shared/kit/http/pagination.ts';
import { FULFILLMENT_STATUSES } from '#shared/warehouse/rules/fulfillment-timeline.ts';
import { appliedDays, appliedFilter } from '#web/kit/list/applied-filters.ts';
import type { ListDefinition } from '#web/kit/list/filters.ts';
import type { AppliedFilter } from '#web/kit/list/list-filters.tsx';
import type { SelectOption } from '#web/kit/ui/field/select.tsx';

export type FulfillmentFilter = 'fechaDesde' | 'fechaHasta' | 'estado';

/**
 * Filters of the fulfillment orders (D2 §2, §5): their names in form and URL, and the matching request fields. Initially the
 * month that ends today.
 */
export const fulfillmentFilters = (today: Day): ListDefinition<FulfillmentFilter> => ({
  list: 'fulfillment',
  filters: { fechaDesde: 'FechaDesde', fechaHasta: 'FechaHasta', estado: 'estado' },
  days: { from: 'fechaDesde', to: 'fechaHasta', message: LIST_DATE_RANGE.message },
  initial: { fechaDesde: addMonths(today, -1), fechaHasta: today },
});

/** Fields sent with each list request, even if empty; `estado` is only sent if chosen (D2 §7). */
export const FIXED_KEYS = { FechaDesde: '', FechaHasta: '' };

export const FILTER_LABELS: Record<FulfillmentFilter, string> = {
  fechaDesde: 'Fecha desde',
  fechaHasta: 'Fecha hasta',
  estado: 'Estado',
};

export const STATUS_OPTIONS: readonly SelectOption[] = FULFILLMENT_STATUSES;

/** Returns the active filters in the form's order, with short labels. */
export function appliedFilters(
  applied: Partial<Record<FulfillmentFilter, string>>,
): AppliedFilter<FulfillmentFilter>[] {
  return [
    ...appliedDays(applied, 'fechaDesde', 'fechaHasta', 'Creado'),
    ...appliedFilter(applied, 'estado', 'En estado', STATUS_OPTIONS),
  ];
}
