import { useState } from 'react';
import { LIST_DATE_RANGE } from '#shared/http/pagination.ts';
import { allActions } from '#shared/people/rules/activity/activity-actions.ts';
import type { ListDefinition, ListFilters } from '#web/lib/filters.ts';
import { appliedDays, appliedFilter } from '#web/parts/list/applied-filters.ts';
import { filterFields } from '#web/parts/list/filter-fields.tsx';
import { ListFiltersForm } from '#web/parts/list/list-filters.tsx';
import { ClientFilter, useClientName } from './client-filter.tsx';

export type ActivityFilter = 'quien' | 'cliente' | 'accion' | 'fechaDesde' | 'fechaHasta';

/** Filters of the activity of all clients: their names in form and URL, and the matching request fields. */
export const ACTIVITY_FILTERS: ListDefinition<ActivityFilter> = {
  list: 'console-activity',
  filters: {
    quien: 'actor',
    cliente: 'client',
    accion: 'action',
    fechaDesde: 'from_date',
    fechaHasta: 'to_date',
  },
  days: { from: 'fechaDesde', to: 'fechaHasta', message: LIST_DATE_RANGE.message },
};

const LABELS: Record<ActivityFilter, string> = {
  quien: 'Quién (completo)',
  cliente: 'Cliente',
  accion: 'Qué hizo',
  fechaDesde: 'Fecha Desde',
  fechaHasta: 'Fecha Hasta',
};

const ACTIONS = allActions();

/** The search form of the activity of all clients. */
export function ActivityFilters({ filters }: { filters: ListFilters<ActivityFilter> }) {
  const { text, select, day } = filterFields(filters, LABELS);
  const { applied } = filters;
  const client = useClientName(applied.cliente ?? '');
  const [typed, setTyped] = useState<string | null>(null);
  const [refusedText, setRefusedText] = useState<string | null>(null);
  const search = () => {
    setRefusedText(typed);
    return typed === null && filters.search();
  };
  const clear = () => {
    setTyped(null);
    filters.clear();
  };
  return (
    <ListFiltersForm
      filters={{ ...filters, search, clear }}
      applied={[
        ...appliedFilter(applied, 'quien', 'Quién'),
        ...appliedFilter({ ...applied, ...(client && { cliente: client }) }, 'cliente', 'Cliente'),
        ...appliedFilter(applied, 'accion', 'Qué hizo', ACTIONS),
        ...appliedDays(applied, 'fechaDesde', 'fechaHasta', 'Fecha'),
      ]}
      Preview={() => 'Buscar'}
      density={false}
      oneLine
    >
      {text('quien', 'Usuario, nombre, email…')}
      <ClientFilter
        label={LABELS.cliente}
        value={filters.values.cliente}
        onChange={(next) => filters.set('cliente', next)}
        typed={typed}
        onType={setTyped}
        error={typed !== null && typed === refusedText ? 'Elegí un cliente de la lista' : null}
      />
      {select('accion', ACTIONS)}
      {day('fechaDesde')}
      {day('fechaHasta')}
    </ListFiltersForm>
  );
}
