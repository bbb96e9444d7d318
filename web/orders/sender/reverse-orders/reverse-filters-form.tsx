import { listOrders } from '#shared/orders/orders.ts';
import type { ListFilters } from '#web/lib/filters.ts';
import { appliedOrderFilters, ORDER_FILTER_LABELS, type OrderFilter } from '#web/orders/order/order-filters.ts';
import { filterFields } from '#web/parts/list/filter-fields.tsx';
import { ListFiltersForm } from '#web/parts/list/list-filters.tsx';
import { ResultCount, typedFilter } from '#web/parts/list/result-count.tsx';
import { REVERSE_FILTERS } from './reverse-filters.ts';

/** The search form of the reverse-logistics list (D2 §2). */
export function ReverseFiltersForm({ filters }: { filters: ListFilters<OrderFilter> }) {
  const { text, day } = filterFields(filters, ORDER_FILTER_LABELS);
  return (
    <ListFiltersForm
      filters={filters}
      applied={appliedOrderFilters(filters.applied)}
      Preview={() => <ResultCount endpoint={listOrders} filter={typedFilter(filters, REVERSE_FILTERS)} />}
    >
      {text('cliente')}
      {text('nroOrden')}
      {text('tracking_id')}
      {text('etiqueta')}
      {day('fechaDesde')}
      {day('fechaHasta')}
    </ListFiltersForm>
  );
}
