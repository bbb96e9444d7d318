import { listActivity, MAX_PAGED_ACTIVITY } from '#shared/people/activity.ts';
import type { ListFilters } from '#web/lib/filters.ts';
import { filterFields } from '#web/parts/list/filter-fields.tsx';
import { ListFiltersForm } from '#web/parts/list/list-filters.tsx';
import { ResultCount, typedFilter } from '#web/parts/list/result-count.tsx';
import type { SelectOption } from '#web/ui/select.tsx';
import {
  ACTION_OPTIONS,
  ACTIVITY_FILTERS,
  type ActivityFilter,
  appliedFilters,
  FILTER_LABELS,
} from './activity-filters.ts';

interface ActivityFiltersFormProps {
  filters: ListFilters<ActivityFilter>;
  /** The company's users. */
  people: readonly SelectOption[];
}

/** The search form of the audit trail. */
export function ActivityFiltersForm({ filters, people }: ActivityFiltersFormProps) {
  const { text, select, day } = filterFields(filters, FILTER_LABELS);
  return (
    <ListFiltersForm
      filters={filters}
      applied={appliedFilters(filters.applied, people)}
      Preview={() => (
        <ResultCount
          endpoint={listActivity}
          filter={typedFilter(filters, ACTIVITY_FILTERS)}
          most={MAX_PAGED_ACTIVITY}
        />
      )}
    >
      {select('persona', people)}
      {select('accion', ACTION_OPTIONS)}
      {text('sobre')}
      {day('fechaDesde')}
      {day('fechaHasta')}
    </ListFiltersForm>
  );
}
