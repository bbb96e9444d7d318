import { LIST_DATE_RANGE } from '#shared/http/pagination.ts';
import { companyActions } from '#shared/people/rules/activity/activity-actions.ts';
import type { ListDefinition } from '#web/lib/filters.ts';
import { appliedDays, appliedFilter } from '#web/parts/list/applied-filters.ts';
import type { AppliedFilter } from '#web/parts/list/list-filters.tsx';
import type { SelectOption } from '#web/ui/select.tsx';

export type ActivityFilter = 'persona' | 'accion' | 'sobre' | 'fechaDesde' | 'fechaHasta';

/** Filters of the audit trail: their names in form and URL, and the matching request fields. */
export const ACTIVITY_FILTERS: ListDefinition<ActivityFilter> = {
  list: 'activity',
  filters: { persona: 'actor', accion: 'action', sobre: 'target', fechaDesde: 'from_date', fechaHasta: 'to_date' },
  days: { from: 'fechaDesde', to: 'fechaHasta', message: LIST_DATE_RANGE.message },
};

export const FILTER_LABELS: Record<ActivityFilter, string> = {
  persona: 'Persona',
  accion: 'Qué hizo',
  sobre: 'Sobre qué (número completo)',
  fechaDesde: 'Fecha Desde',
  fechaHasta: 'Fecha Hasta',
};

export const ACTION_OPTIONS: readonly SelectOption[] = companyActions();

/** Returns the active filters in the form's order, with short labels. */
export function appliedFilters(
  applied: Partial<Record<ActivityFilter, string>>,
  people: readonly SelectOption[],
): AppliedFilter<ActivityFilter>[] {
  return [
    ...appliedFilter(applied, 'persona', 'De', people),
    ...appliedFilter(applied, 'accion', 'Qué hizo', ACTION_OPTIONS),
    ...appliedFilter(applied, 'sobre', 'Sobre'),
    ...appliedDays(applied, 'fechaDesde', 'fechaHasta', 'Fecha'),
  ];
}
