import { useState } from 'react';
import { LIST_DATE_RANGE } from '#shared/kit/http/pagination.ts';
import { integer, pluralize } from '#shared/kit/text/format.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { MAX_PAGED_ACTIVITY } from '#shared/people/activity.ts';
import { allActions } from '#shared/people/rules/activity/activity-actions.ts';
import { formatCuit } from '#shared/people/rules/cuit.ts';
import { exportAllActivity, listAllActivity } from '#shared/people/staff-activity.ts';
import { listClients, readClient } from '#shared/people/staff-clients.ts';
import { ConsoleList } from '#web/console/kit/console-list.tsx';
import { useDownload } from '#web/console/kit/use-download.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { history } from '#web/kit/lib/history.ts';
import { useDebounced } from '#web/kit/lib/use-debounced.ts';
import { appliedDays, appliedFilter } from '#web/kit/list/applied-filters.ts';
import { filterFields } from '#web/kit/list/filter-fields.tsx';
import { type ListDefinition, type ListFilters, useListFilters } from '#web/kit/list/filters.ts';
import { ListFiltersForm } from '#web/kit/list/list-filters.tsx';
import { useListPage } from '#web/kit/list/use-list-page.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { Download } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Combobox } from '#web/kit/ui/field/combobox.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { clientPath } from '#web/people/staff/clients/client-paths.ts';
import { ALL_ACTIVITY, type AuditRow, activityKey } from './activity-columns.tsx';

/** `/consola/actividad`: who did what, of all clients and the staff. */
export function ActivityPage({ me }: { me: Me }) {
  const refusal = refusalOf(me, 'activity');
  if (refusal === null) return <Activity />;
  return (
    <>
      <PageHeader title="Actividad" />
      <EmptyState title="No podés ver esta página" text={refusal} />
    </>
  );
}

const openClient = ({ client_id: id }: AuditRow) => id !== null && history.push(clientPath(id));

type ActivityFilter = 'quien' | 'cliente' | 'accion' | 'fechaDesde' | 'fechaHasta';

/** Filters of the activity of all clients: their names in form and URL, and the matching request fields. */
const ACTIVITY_FILTERS: ListDefinition<ActivityFilter> = {
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

/** Clients that are proposed for what is typed. */
const PROPOSED = 10;

interface ClientFilterProps {
  label: string;
  /** Id of the chosen client; '' for all. */
  value: string;
  onChange: (client: string) => void;
  /** Text that no client was chosen for yet; null without one. */
  typed: string | null;
  onType: (text: string | null) => void;
  error: string | null;
}

/** Chooses a client by what is known of it. When the field is left, the only client that matches its text is chosen. */
function ClientFilter({ label, value, onChange, typed, onType, error }: ClientFilterProps) {
  const [search] = useDebounced(typed?.trim() ?? '', 300);
  const proposed = useApiQuery(
    listClients,
    search === '' ? null : { query: { page: 1, limit: PROPOSED, filter: { search } } },
    { keepPrevious: true },
  );
  const name = useClientName(value);
  const pick = ({ client_id }: { client_id: number }) => {
    onChange(String(client_id));
    onType(null);
  };
  const pickOnlyMatch = () => {
    const [only, second] = proposed.isPlaceholderData || search !== typed?.trim() ? [] : (proposed.data?.results ?? []);
    if (search !== '' && only && !second) pick(only);
  };
  return (
    <Field light label={label} error={error}>
      <Combobox
        autoComplete="off"
        placeholder="Todos"
        items={search === '' ? [] : (proposed.data?.results ?? [])}
        itemKey={({ client_id }) => String(client_id)}
        itemText={({ nombre_empresa }) => nombre_empresa}
        renderOption={({ nombre_empresa, cuit }) => (
          <>
            {nombre_empresa} <span className="row-line">{formatCuit(cuit)}</span>
          </>
        )}
        text={typed ?? name}
        onTextChange={(text) => {
          const isEmpty = text.trim() === '';
          onType(isEmpty || (value !== '' && text === name) ? null : text);
          if (isEmpty) onChange('');
        }}
        onPick={pick}
        pickedKey={value}
        loading={proposed.isFetching}
        emptyText="Ningún cliente coincide"
        onBlur={pickOnlyMatch}
      />
    </Field>
  );
}

/** Returns the name of a client; its id until it is known, or if there is no such client. */
function useClientName(client: string): string {
  const isId = /^\d+$/.test(client);
  const { data } = useApiQuery(readClient, isId ? { params: { clientId: client } } : null, { staleTime: MINUTE_MS });
  return isId ? (data?.results.nombre_empresa ?? client) : client;
}

/** The search form of the activity of all clients. */
function ActivityFilters({ filters }: { filters: ListFilters<ActivityFilter> }) {
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

function Activity() {
  const filters = useListFilters(ACTIVITY_FILTERS);
  const { filter } = filters.query;
  const list = useListPage(listAllActivity, filters, null);
  const { download, downloading } = useDownload();
  const { total } = list;
  const capped = total !== undefined && total > MAX_PAGED_ACTIVITY;
  const count =
    total === undefined ? undefined : pluralize(Math.min(total, MAX_PAGED_ACTIVITY), 'movimiento', 'movimientos');
  const shownCount = count && `${capped ? 'Más de ' : ''}${count}`;
  return (
    <>
      <PageHeader
        title="Actividad"
        count={shownCount ?? '\u00a0'}
        actions={
          <Button
            icon={<Download />}
            busy={downloading}
            disabledReason={total === 0 && 'No hay filas para exportar'}
            onClick={() => void download(exportAllActivity, { query: { filter } })}
          >
            Exportar CSV
          </Button>
        }
      />
      <ActivityFilters filters={filters} />
      {capped && (
        <Note tone="info">
          Se ven los últimos {integer(MAX_PAGED_ACTIVITY)}. Para ver los anteriores, elegí menos días o exportá el CSV.
        </Note>
      )}
      <ConsoleList
        label="Actividad"
        name="act"
        list={list}
        filters={filters}
        count={shownCount}
        columns={ALL_ACTIVITY}
        rowKey={activityKey}
        onOpen={openClient}
        none={{
          title: 'Todavía no hay actividad',
          text: 'Aparece cuando los clientes, el personal o una clave entran o cambian algo.',
        }}
        unmatched={{
          title: 'Ningún movimiento coincide',
          text: 'Cambiá los filtros. El usuario, el nombre y el email se buscan completos.',
        }}
      />
    </>
  );
}
