import { formatDate } from '#shared/format.ts';
import type { AppliedFilter } from '#web/parts/list/list-filters.tsx';
import type { SelectOption } from '#web/ui/select.tsx';
import type { OrderFilter } from './order-filters.ts';
import { groupName } from './state-groups.ts';

/** D1 §2, Orders list. */
export const FILTER_LABELS: Record<OrderFilter, string> = {
  cliente: 'Nombre y Apellido Cliente',
  nroOrden: 'Nro. de Orden Interno',
  tracking_id: 'Nro. de Orden',
  etiqueta: 'Envío',
  modoEntrega: 'Modo de Entrega',
  fechaDesde: 'Fecha de Creación Desde',
  fechaHasta: 'Fecha de Creación Hasta',
  printedByClient: 'Impreso',
  estado: 'Estado',
};

export const PRINTED_OPTIONS: readonly SelectOption[] = [
  { value: '1', label: 'Si' },
  { value: '0', label: 'No' },
];

/** Short names: a pill's button must not be mistaken for the field of the same name by those who go by names. */
const PLAIN = [
  ['cliente', 'Cliente'],
  ['nroOrden', 'Nro. interno'],
  ['tracking_id', 'Orden'],
  ['etiqueta', 'Etiqueta'],
] as const;

/** The filters that are on, in words and in the form's order; the two days are one. */
export function appliedFilters(
  applied: Partial<Record<OrderFilter, string>>,
  modes: readonly SelectOption[],
): AppliedFilter<OrderFilter>[] {
  const { modoEntrega, fechaDesde, fechaHasta, printedByClient, estado } = applied;
  const labelOf = (options: readonly SelectOption[], value: string) =>
    options.find((option) => option.value === value)?.label ?? value;
  const found: AppliedFilter<OrderFilter>[] = PLAIN.flatMap(([name, label]) => {
    const value = applied[name];
    return value ? [{ names: [name], label, value }] : [];
  });
  if (modoEntrega) {
    found.push({ names: ['modoEntrega'], label: 'Modo', value: labelOf(modes, modoEntrega) });
  }
  if (fechaDesde || fechaHasta) {
    found.push({ names: ['fechaDesde', 'fechaHasta'], label: 'Creada', value: period(fechaDesde, fechaHasta) });
  }
  if (printedByClient) {
    const value = labelOf(PRINTED_OPTIONS, printedByClient);
    found.push({ names: ['printedByClient'], label: 'Impresas', value });
  }
  if (estado) found.push({ names: ['estado'], label: 'Estado', value: groupName(estado) });
  return found;
}

function period(from: string | undefined, to: string | undefined): string {
  if (!to) return `desde el ${formatDate(from)}`;
  if (!from) return `hasta el ${formatDate(to)}`;
  return from === to ? `el ${formatDate(from)}` : `${formatDate(from)} – ${formatDate(to)}`;
}
