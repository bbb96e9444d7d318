import { LIST_DATE_RANGE } from '#shared/kit/http/pagination.ts';
import type { ListDefinition } from '#web/kit/list/filters.ts';

export type BulkFilter = 'fechaDesde' | 'fechaHasta';

/** Filters of the bulk uploads (D2 §2, §5). */
export const BULK_FILTERS: ListDefinition<BulkFilter> = {
  list: 'batches',
  filters: { fechaDesde: 'from_date', fechaHasta: 'to_date' },
  days: { from: 'fechaDesde', to: 'fechaHasta', message: LIST_DATE_RANGE.message },
};

export const FILTER_LABELS: Record<BulkFilter, string> = { fechaDesde: 'Fecha Desde', fechaHasta: 'Fecha Hasta' };
