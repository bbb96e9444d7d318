import type { ListDefinition } from '#web/kit/list/filters.ts';
import {
  type OrderFilter as CommonFilter,
  CREATION_DATE_RANGE,
  ORDER_FILTERS as ORDERS,
} from '#web/orders/order/order-filters.ts';

export type OrderFilter = CommonFilter | OwnFilter;

/** Filters that the reverse-logistics list does not have. */
export type OwnFilter = 'modoEntrega' | 'printedByClient' | 'estado' | 'demoradas';

/** Filters of the orders list: their names in form and URL (D1 §3), and the matching request fields (readings C12). */
export const ORDER_FILTERS: ListDefinition<OrderFilter> = {
  list: 'orders',
  filters: {
    ...ORDERS,
    modoEntrega: 'delivery_mode',
    printedByClient: 'printed_by_client',
    // Set by quick views; have no form field.
    estado: 'state',
    demoradas: 'late',
  },
  days: CREATION_DATE_RANGE,
};
