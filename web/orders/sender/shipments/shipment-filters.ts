import { CREATION_DATE_RANGE } from '#shared/kit/http/pagination.ts';
import type { ResultFilter } from '#shared/orders/rules/due/delivery-result.ts';
import { appliedDays, appliedFilter, YES_NO_OPTIONS } from '#web/kit/list/applied-filters.ts';
import type { ListDefinition } from '#web/kit/list/filters.ts';
import type { AppliedFilter } from '#web/kit/list/list-filters.tsx';
import type { SelectOption } from '#web/kit/ui/field/select.tsx';

export type ShipmentFilter =
  | 'etiqueta'
  | 'nroOrden'
  | 'cliente'
  | 'estado'
  | 'modoEntrega'
  | 'puntoRetiro'
  | 'printedByClient'
  | 'provincia'
  | 'resultado'
  | 'motivo'
  | 'fechaDesde'
  | 'fechaHasta';

/** Filters of the shipments list (D1 §2): their names in form and URL, like those of orders, and the matching request fields. */
export const SHIPMENT_FILTERS: ListDefinition<ShipmentFilter> = {
  list: 'shipments',
  filters: {
    etiqueta: 'shipment',
    nroOrden: 'order',
    cliente: 'client',
    estado: 'state',
    modoEntrega: 'delivery_mode',
    puntoRetiro: 'pickup_point_code',
    printedByClient: 'printed_by_client',
    // Set by links of the statistics; have no form field.
    provincia: 'province',
    resultado: 'result',
    motivo: 'failure',
    fechaDesde: 'from_date',
    fechaHasta: 'to_date',
  },
  days: {
    from: 'fechaDesde',
    to: 'fechaHasta',
    message: CREATION_DATE_RANGE.message,
  },
};

export const FILTER_LABELS: Record<ShipmentFilter, string> = {
  etiqueta: 'Envío',
  nroOrden: 'Nro. de Orden Interno',
  cliente: 'Nombre y Apellido Cliente',
  estado: 'Estado',
  modoEntrega: 'Modo de Entrega',
  puntoRetiro: 'Código de Punto de Retiro',
  printedByClient: 'Impreso',
  provincia: 'Provincia',
  resultado: 'Entrega',
  motivo: 'Motivo de la visita fallida',
  fechaDesde: 'Fecha de Creación Desde',
  fechaHasta: 'Fecha de Creación Hasta',
};

const RESULTS: Record<ResultFilter, string> = {
  terminado: 'Terminada',
  entregado: 'Hecha',
  a_tiempo: 'A tiempo',
  tarde: 'Fuera de término',
  primera_visita: 'En la primera visita',
  con_falla: 'Con visita fallida',
};

const RESULT_OPTIONS: readonly SelectOption[] = Object.entries(RESULTS).map(([value, label]) => ({ value, label }));

/** Returns the active filters in the form's order, with short labels. */
export function appliedFilters(
  applied: Partial<Record<ShipmentFilter, string>>,
  states: readonly SelectOption[],
  modes: readonly SelectOption[],
): AppliedFilter<ShipmentFilter>[] {
  return [
    ...appliedFilter(applied, 'etiqueta', 'Etiqueta'),
    ...appliedFilter(applied, 'nroOrden', 'Nro. interno'),
    ...appliedFilter(applied, 'cliente', 'Cliente'),
    ...appliedFilter(applied, 'estado', 'En estado', states),
    ...appliedFilter(applied, 'modoEntrega', 'Modo', modes),
    ...appliedFilter(applied, 'puntoRetiro', 'Punto de retiro'),
    ...appliedFilter(applied, 'printedByClient', 'Impresos', YES_NO_OPTIONS),
    ...appliedFilter(applied, 'provincia', 'Provincia'),
    ...appliedFilter(applied, 'resultado', 'Entrega', RESULT_OPTIONS),
    ...appliedFilter(applied, 'motivo', 'Visita fallida'),
    ...appliedDays(applied, 'fechaDesde', 'fechaHasta', 'Creado'),
  ];
}
