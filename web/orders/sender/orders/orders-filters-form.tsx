import { listOrders } from '#shared/orders/orders.ts';
import type { ListFilters } from '#web/lib/filters.ts';
import { YES_NO_OPTIONS } from '#web/parts/list/applied-filters.ts';
import { filterFields } from '#web/parts/list/filter-fields.tsx';
import { ListFiltersForm } from '#web/parts/list/list-filters.tsx';
import { ListOrderSelect } from '#web/parts/list/list-order.tsx';
import { ResultCount, typedFilter } from '#web/parts/list/result-count.tsx';
import { useModeOptions } from '#web/parts/list/use-lookups.ts';
import { appliedFilters, FILTER_LABELS } from './applied-filters.ts';
import { ORDER_FILTERS, type OrderFilter } from './order-filters.ts';

/** The search form of the orders list (D1 §2). */
export function OrdersFiltersForm({ filters }: { filters: ListFilters<OrderFilter> }) {
  const modes = useModeOptions();
  const { text, select, day } = filterFields(filters, FILTER_LABELS);
  return (
    <ListFiltersForm
      filters={filters}
      applied={appliedFilters(filters.applied, modes)}
      order={<ListOrderSelect />}
      Preview={() => <ResultCount endpoint={listOrders} filter={typedFilter(filters, ORDER_FILTERS)} />}
    >
      {text('cliente')}
      {text('nroOrden')}
      {text('tracking_id')}
      {text('etiqueta')}
      {select('modoEntrega', modes)}
      {day('fechaDesde')}
      {day('fechaHasta')}
      {select('printedByClient', YES_NO_OPTIONS)}
    </ListFiltersForm>
  );
}
