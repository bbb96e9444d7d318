import { listOrders } from '#shared/orders.ts';
import { deliveryModes } from '#shared/places.ts';
import type { ListFilters } from '#web/lib/filters.ts';
import { useCall } from '#web/lib/queries.ts';
import { ListFiltersForm } from '#web/parts/list/list-filters.tsx';
import { ResultCount } from '#web/parts/list/result-count.tsx';
import { DateInput } from '#web/ui/date-input.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select, type SelectOption } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { appliedFilters, FILTER_LABELS, PRINTED_OPTIONS } from './applied-filters.ts';
import { ORDER_FILTERS, type OrderFilter } from './order-filters.ts';

/** Modes change seldom: 5 minutes. */
const SELDOM = 300_000;

/** The search form of the orders list (D1 §2). */
export function OrdersFiltersForm({ filters }: { filters: ListFilters<OrderFilter> }) {
  const modes = useCall(deliveryModes, {}, { staleTime: SELDOM });
  const modeOptions = (modes.data?.results ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const wrong = Object.keys(filters.errors).length > 0;
  const wanted = () =>
    Object.fromEntries(
      Object.entries(filters.values).map(([name, value]) => [ORDER_FILTERS.filters[name as OrderFilter], value.trim()]),
    );

  const input = (name: OrderFilter) => ({
    name,
    value: filters.values[name],
    onChange: (event: { target: { value: string } }) => filters.set(name, event.target.value),
  });
  const text = (name: OrderFilter) => (
    <Field light label={FILTER_LABELS[name]}>
      <TextInput {...input(name)} autoComplete="off" />
    </Field>
  );
  const select = (name: OrderFilter, options: readonly SelectOption[]) => (
    <Field light label={FILTER_LABELS[name]}>
      <Select {...input(name)} options={options} placeholder="Todos" />
    </Field>
  );
  const day = (name: OrderFilter) => (
    <Field light label={FILTER_LABELS[name]} error={filters.errors[name] ?? null}>
      <DateInput
        name={name}
        value={filters.values[name]}
        onChange={(value) => filters.set(name, value)}
        onBlur={filters.check}
      />
    </Field>
  );

  return (
    <ListFiltersForm
      filters={filters}
      applied={appliedFilters(filters.applied, modeOptions)}
      Preview={() => <ResultCount endpoint={listOrders} filter={wrong ? null : wanted()} />}
    >
      {text('cliente')}
      {text('nroOrden')}
      {text('tracking_id')}
      {text('etiqueta')}
      {select('modoEntrega', modeOptions)}
      {day('fechaDesde')}
      {day('fechaHasta')}
      {select('printedByClient', PRINTED_OPTIONS)}
    </ListFiltersForm>
  );
}
