import { LIST_DATE_RANGE } from '#shared/kit/http/pagination.ts';
import { PAYMENT_STATES } from '#shared/money/rules/payments.ts';
import { appliedDays, appliedFilter } from '#web/kit/list/applied-filters.ts';
import type { ListDefinition } from '#web/kit/list/filters.ts';
import type { AppliedFilter } from '#web/kit/list/list-filters.tsx';
import type { SelectOption } from '#web/kit/ui/field/select.tsx';

export type PaymentFilter = 'tracking_id' | 'estado' | 'fechaDesde' | 'fechaHasta';

/** Filters of the payments (D2 §2): their names in form and URL, like those of orders, and the matching request fields. */
export const PAYMENT_FILTERS: ListDefinition<PaymentFilter> = {
  list: 'payments',
  filters: {
    tracking_id: 'tracking',
    estado: 'state_id',
    fechaDesde: 'from_date',
    fechaHasta: 'to_date',
  },
  days: { from: 'fechaDesde', to: 'fechaHasta', message: LIST_DATE_RANGE.message },
};

export const FILTER_LABELS: Record<PaymentFilter, string> = {
  tracking_id: 'Nro. de Orden',
  estado: 'Estado',
  fechaDesde: 'Fecha Desde',
  fechaHasta: 'Fecha Hasta',
};

/** Payment states (D2 §4). */
export const STATE_OPTIONS: readonly SelectOption[] = PAYMENT_STATES.map(({ id, name }) => ({
  value: String(id),
  label: name,
}));

/** Returns the active filters in the form's order, with short labels. */
export function appliedFilters(applied: Partial<Record<PaymentFilter, string>>): AppliedFilter<PaymentFilter>[] {
  return [
    ...appliedFilter(applied, 'tracking_id', 'Orden'),
    ...appliedFilter(applied, 'estado', 'En estado', STATE_OPTIONS),
    ...appliedDays(applied, 'fechaDesde', 'fechaHasta', 'Pagado'),
  ];
}
