import type { ListDefinition } from '#web/lib/filters.ts';
import {
  type OrderFilter as CommonFilter,
  CREATION_DATE_RANGE,
  ORDER_FILTERS as ORDERS,
} from '#web/parts/order-list/order-filters.ts';

export type OrderFilter = CommonFilter | OwnFilter;

/** Filters that only this list of orders has. */
export type OwnFilter = 'modoEntrega' | 'printedByClient' | 'estado';

/** Filters of the orders list: form and URL names of D1 §3, and what the call takes for them (readings C12). */
export const ORDER_FILTERS: ListDefinition<OrderFilter> = {
  list: 'orders',
  filters: {
    ...ORDERS,
    modoEntrega: 'delivery_mode',
    printedByClient: 'printed_by_client',
    // No field: a quick view sets it.
    estado: 'state',
  },
  days: CREATION_DATE_RANGE,
};
