import type { ListDefinition } from '#web/lib/filters.ts';

export type OrderFilter =
  | 'cliente'
  | 'nroOrden'
  | 'tracking_id'
  | 'etiqueta'
  | 'modoEntrega'
  | 'fechaDesde'
  | 'fechaHasta'
  | 'printedByClient'
  | 'estado';

/** Filters of the orders list: form and URL names of D1 §3, and what the call takes for them (readings C12). */
export const ORDER_FILTERS: ListDefinition<OrderFilter> = {
  list: 'orders',
  filters: {
    cliente: 'client',
    nroOrden: 'order',
    tracking_id: 'tracking',
    etiqueta: 'shipment',
    modoEntrega: 'delivery_mode',
    fechaDesde: 'from_date',
    fechaHasta: 'to_date',
    printedByClient: 'printed_by_client',
    // No field: a quick view sets it.
    estado: 'state',
  },
  days: {
    from: 'fechaDesde',
    to: 'fechaHasta',
    message: 'No puede ser posterior a la fecha de creación hasta.',
  },
};
