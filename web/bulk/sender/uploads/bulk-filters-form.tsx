import { listBatches } from '#shared/bulk/batches.ts';
import type { ListFilters } from '#web/lib/filters.ts';
import { appliedDays } from '#web/parts/list/applied-filters.ts';
import { filterFields } from '#web/parts/list/filter-fields.tsx';
import { ListFiltersForm } from '#web/parts/list/list-filters.tsx';
import { ResultCount, typedFilter } from '#web/parts/list/result-count.tsx';
import { BULK_FILTERS, type BulkFilter, FILTER_LABELS } from './bulk-filters.ts';

/** The search form of the bulk uploads (D2 §2). */
export function BulkFiltersForm({ filters }: { filters: ListFilters<BulkFilter> }) {
  const { day } = filterFields(filters, FILTER_LABELS);
  return (
    <ListFiltersForm
      filters={filters}
      applied={appliedDays(filters.applied, 'fechaDesde', 'fechaHasta', 'Subido')}
      Preview={() => <ResultCount endpoint={listBatches} filter={typedFilter(filters, BULK_FILTERS)} />}
    >
      {day('fechaDesde')}
      {day('fechaHasta')}
    </ListFiltersForm>
  );
}
