import { appliedFilter } from '#web/kit/list/applied-filters.ts';
import type { ListDefinition } from '#web/kit/list/filters.ts';
import type { AppliedFilter } from '#web/kit/list/list-filters.tsx';
import type { SelectOption } from '#web/kit/ui/field/select.tsx';

export type StockFilter = 'sku' | 'descripcion' | 'estado';

/** Filters of the stock (D2 §2, §7): their names in form and URL, and the matching request fields. */
export const STOCK_FILTERS: ListDefinition<StockFilter> = {
  list: 'stock',
  filters: { sku: 'articulo', descripcion: 'descripcionArticulo', estado: 'estado' },
};

/** Fields sent with each request, even if empty. */
export const FIXED_KEYS = { descripcionArticulo: '', articulo: '', estado: '' };

export const FILTER_LABELS: Record<StockFilter, string> = {
  sku: 'SKU',
  descripcion: 'Descripción',
  estado: 'Con unidades',
};

/** Options for SKUs that have units with this lot status. */
export const MARK_OPTIONS: readonly SelectOption[] = [
  { value: 'Crítico', label: 'Críticas' },
  { value: 'Vencido', label: 'Vencidas' },
];

/** Returns the active filters in the form's order. */
export function appliedFilters(applied: Partial<Record<StockFilter, string>>): AppliedFilter<StockFilter>[] {
  return [
    ...appliedFilter(applied, 'sku', FILTER_LABELS.sku),
    ...appliedFilter(applied, 'descripcion', FILTER_LABELS.descripcion),
    ...appliedFilter(applied, 'estado', FILTER_LABELS.estado, MARK_OPTIONS),
  ];
}
