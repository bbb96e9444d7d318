import { listShipments } from '#shared/orders/shipments.ts';
import type { ListFilters } from '#web/lib/filters.ts';
import { YES_NO_OPTIONS } from '#web/parts/list/applied-filters.ts';
import { filterFields } from '#web/parts/list/filter-fields.tsx';
import { ListFiltersForm } from '#web/parts/list/list-filters.tsx';
import { ListOrderSelect } from '#web/parts/list/list-order.tsx';
import { ResultCount, typedFilter } from '#web/parts/list/result-count.tsx';
import { useModeOptions, useStateOptions } from '#web/parts/list/use-lookups.ts';
import { appliedFilters, FILTER_LABELS, SHIPMENT_FILTERS, type ShipmentFilter } from './shipment-filters.ts';

/** The search form of the shipments list (D1 §2). */
export function ShipmentsFiltersForm({ filters }: { filters: ListFilters<ShipmentFilter> }) {
  const states = useStateOptions();
  const modes = useModeOptions();
  const { text, select, day } = filterFields(filters, FILTER_LABELS);
  return (
    <ListFiltersForm
      filters={filters}
      applied={appliedFilters(filters.applied, states, modes)}
      order={<ListOrderSelect />}
      Preview={() => <ResultCount endpoint={listShipments} filter={typedFilter(filters, SHIPMENT_FILTERS)} />}
    >
      {text('etiqueta')}
      {text('nroOrden')}
      {text('cliente')}
      {select('estado', states)}
      {select('modoEntrega', modes)}
      {text('puntoRetiro')}
      {select('printedByClient', YES_NO_OPTIONS)}
      {day('fechaDesde')}
      {day('fechaHasta')}
    </ListFiltersForm>
  );
}
