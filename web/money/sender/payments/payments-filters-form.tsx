import { listPayments } from '#shared/money/payments.ts';
import type { ListFilters } from '#web/lib/filters.ts';
import { filterFields } from '#web/parts/list/filter-fields.tsx';
import { ListFiltersForm } from '#web/parts/list/list-filters.tsx';
import { ResultCount, typedFilter } from '#web/parts/list/result-count.tsx';
import {
  appliedFilters,
  FILTER_LABELS,
  PAYMENT_FILTERS,
  type PaymentFilter,
  STATE_OPTIONS,
} from './payment-filters.ts';

/** The search form of the payments (D2 §2). */
export function PaymentsFiltersForm({ filters }: { filters: ListFilters<PaymentFilter> }) {
  const { text, select, day } = filterFields(filters, FILTER_LABELS);
  return (
    <ListFiltersForm
      filters={filters}
      applied={appliedFilters(filters.applied)}
      Preview={() => <ResultCount endpoint={listPayments} filter={typedFilter(filters, PAYMENT_FILTERS)} />}
    >
      {text('tracking_id')}
      {select('estado', STATE_OPTIONS)}
      {day('fechaDesde')}
      {day('fechaHasta')}
    </ListFiltersForm>
  );
}
