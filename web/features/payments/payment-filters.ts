import { LIST_DATE_RANGE } from '#shared/http/pagination.ts';
import { PAYMENT_STATES } from '#shared/rules/payments.ts';
import type { ListDefinition } from '#web/lib/filters.ts';
import { appliedDays, appliedFilter } from '#web/parts/list/applied-filters.ts';
import type { AppliedFilter } from '#web/parts/list/list-filters.tsx';
import type { SelectOption } from '#web/ui/select.tsx';

export type PaymentFilter = 'tracking_id' | 'estado' | 'fechaDesde' | 'fechaHasta';

/** Filters of the payments (D2 §2): form and URL names in the way of the orders', and what the call takes for them. */
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

/** The three states of D2 §4. */
export const STATE_OPTIONS: readonly SelectOption[] = PAYMENT_STATES.map(({ id, name }) => ({
  value: String(id),
  label: name,
}));

/** The filters that are on, in the form's order, under short names. */
export function appliedFilters(applied: Partial<Record<PaymentFilter, string>>): AppliedFilter<PaymentFilter>[] {
  return [
    ...appliedFilter(applied, 'tracking_id', 'Orden'),
    ...appliedFilter(applied, 'estado', 'En estado', STATE_OPTIONS),
    ...appliedDays(applied, 'fechaDesde', 'fechaHasta', 'Pagado'),
  ];
}
