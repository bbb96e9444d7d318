import { appliedFilter, YES_NO_OPTIONS } from '#web/kit/list/applied-filters.ts';
import type { AppliedFilter } from '#web/kit/list/list-filters.tsx';
import type { SelectOption } from '#web/kit/ui/field/select.tsx';
import { appliedOrderFilters, ORDER_FILTER_LABELS } from '#web/orders/order/order-filters.ts';
import type { OrderFilter } from './group-filters.ts';
import { GROUP_OPTIONS } from './state-groups.ts';

/** Filter labels (D1 §2, Orders list). */
export const FILTER_LABELS: Record<OrderFilter, string> = {
  ...ORDER_FILTER_LABELS,
  modoEntrega: 'Modo de Entrega',
  printedByClient: 'Impreso',
  estado: 'Estado',
  demoradas: 'Demoradas',
};

/** Returns the active filters in the form's order. */
export function appliedFilters(
  applied: Partial<Record<OrderFilter, string>>,
  modes: readonly SelectOption[],
): AppliedFilter<OrderFilter>[] {
  return [
    ...appliedOrderFilters(applied, appliedFilter(applied, 'modoEntrega', 'Modo', modes)),
    ...appliedFilter(applied, 'printedByClient', 'Impresas', YES_NO_OPTIONS),
    ...appliedFilter(applied, 'estado', 'Estado', GROUP_OPTIONS),
    ...appliedFilter(applied, 'demoradas', 'Demoradas', YES_NO_OPTIONS),
  ];
}
