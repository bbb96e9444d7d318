import { REVERSE_MODE } from '#shared/orders/rules/delivery-modes.ts';
import type { ListDefinition } from '#web/kit/list/filters.ts';
import { CREATION_DATE_RANGE, ORDER_FILTERS, type OrderFilter } from '#web/orders/order/order-filters.ts';

/** Filters of the reverse-logistics list (D2 §2). The delivery mode is fixed (D2 §7). */
export const REVERSE_FILTERS: ListDefinition<OrderFilter> = {
  list: 'reverse-orders',
  filters: ORDER_FILTERS,
  days: CREATION_DATE_RANGE,
  fixed: { delivery_mode: String(REVERSE_MODE) },
};
