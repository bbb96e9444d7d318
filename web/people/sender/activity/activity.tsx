import { useContext, useMemo } from 'react';
import { LIST_DATE_RANGE } from '#shared/kit/http/pagination.ts';
import { formatTimestamp, integer, pluralize } from '#shared/kit/text/format.ts';
import { type ActivityRow, exportActivity, listActivity, MAX_PAGED_ACTIVITY } from '#shared/people/activity.ts';
import { companyActions } from '#shared/people/rules/activity/activity-actions.ts';
import { companyKindName } from '#shared/people/rules/activity/audit-actions.ts';
import { type ActivityPerson, activitySentence } from '#shared/people/rules/activity/sentence.ts';
import { readTeam } from '#shared/people/team.ts';
import { download } from '#web/kit/call/api.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { saveFile } from '#web/kit/lib/save-file.ts';
import { appliedDays, appliedFilter } from '#web/kit/list/applied-filters.ts';
import { filterFields } from '#web/kit/list/filter-fields.tsx';
import { type ListDefinition, type ListFilters, useListFilters } from '#web/kit/list/filters.ts';
import { type AppliedFilter, ListFiltersForm } from '#web/kit/list/list-filters.tsx';
import { ListTable } from '#web/kit/list/list-table.tsx';
import { ResultCount, typedFilter } from '#web/kit/list/result-count.tsx';
import { useListPage } from '#web/kit/list/use-list-page.ts';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import type { SelectOption } from '#web/kit/ui/field/select.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { RowCard } from '#web/kit/ui/table/row-card.tsx';
import { paths } from '#web/paths.ts';
import { personName } from '#web/people/person-name.ts';
import { permissionReason, RoleContext } from '#web/people/user/use-permission-reason.ts';
import { ExportButton } from '#web/warehouse/export-button.tsx';
import styles from './activity.module.css';

const BACK = { to: paths.account, label: 'Mi Cuenta' };

const keyOf = ({ id }: ActivityRow) => String(id);

const columnsOf = (people: readonly ActivityPerson[]): Column<ActivityRow>[] => [
  { id: 'at', header: 'Cuándo', muted: true, skeletonWidth: 110, cell: ({ at }) => formatTimestamp(at) },
  {
    id: 'sentence',
    header: 'Qué pasó',
    wrap: true,
    minWidth: 280,
    skeletonWidth: 260,
    cell: (row) => activitySentence(row, people),
  },
  { id: 'kind', header: 'Quién', muted: true, skeletonWidth: 70, cell: ({ actor }) => companyKindName(actor.kind) },
  { id: 'network', header: 'Red', muted: true, skeletonWidth: 90, cell: ({ network }) => network || '-' },
];

/** `/usuario/actividad`: who did what in the company’s account. */
export default function Activity() {
  const refused = permissionReason(useContext(RoleContext), 'company');
  if (refused) {
    return (
      <>
        <PageHeader title="Actividad" back={BACK} />
        <EmptyState title="No podés ver la actividad" text={refused} />
      </>
    );
  }
  return <ActivityList />;
}

type ActivityFilter = 'persona' | 'accion' | 'sobre' | 'fechaDesde' | 'fechaHasta';

/** Filters of the audit trail: their names in form and URL, and the matching request fields. */
const ACTIVITY_FILTERS: ListDefinition<ActivityFilter> = {
  list: 'activity',
  filters: { persona: 'actor', accion: 'action', sobre: 'target', fechaDesde: 'from_date', fechaHasta: 'to_date' },
  days: { from: 'fechaDesde', to: 'fechaHasta', message: LIST_DATE_RANGE.message },
};

const FILTER_LABELS: Record<ActivityFilter, string> = {
  persona: 'Persona',
  accion: 'Qué hizo',
  sobre: 'Sobre qué (número completo)',
  fechaDesde: 'Fecha Desde',
  fechaHasta: 'Fecha Hasta',
};

const ACTION_OPTIONS: readonly SelectOption[] = companyActions();

/** Returns the active filters in the form's order, with short labels. */
function appliedFilters(
  applied: Partial<Record<ActivityFilter, string>>,
  people: readonly SelectOption[],
): AppliedFilter<ActivityFilter>[] {
  return [
    ...appliedFilter(applied, 'persona', 'De', people),
    ...appliedFilter(applied, 'accion', 'Qué hizo', ACTION_OPTIONS),
    ...appliedFilter(applied, 'sobre', 'Sobre'),
    ...appliedDays(applied, 'fechaDesde', 'fechaHasta', 'Fecha'),
  ];
}

interface ActivityFiltersFormProps {
  filters: ListFilters<ActivityFilter>;
  /** The company's users. */
  people: readonly SelectOption[];
}

/** The search form of the audit trail. */
function ActivityFiltersForm({ filters, people }: ActivityFiltersFormProps) {
  const { text, select, day } = filterFields(filters, FILTER_LABELS);
  return (
    <ListFiltersForm
      filters={filters}
      applied={appliedFilters(filters.applied, people)}
      Preview={() => (
        <ResultCount
          endpoint={listActivity}
          filter={typedFilter(filters, ACTIVITY_FILTERS)}
          most={MAX_PAGED_ACTIVITY}
        />
      )}
    >
      {select('persona', people)}
      {select('accion', ACTION_OPTIONS)}
      {text('sobre')}
      {day('fechaDesde')}
      {day('fechaHasta')}
    </ListFiltersForm>
  );
}

function ActivityList() {
  const filters = useListFilters(ACTIVITY_FILTERS);
  const list = useListPage(listActivity, filters, null);
  const team = useApiQuery(readTeam, {});
  const users = team.data?.results;
  const people = useMemo(
    () => (users ?? []).map((user) => ({ id: user.id, username: user.username, name: personName(user) })),
    [users],
  );
  const columns = useMemo(() => columnsOf(people), [people]);
  const options = useMemo(() => people.map(({ username, name }) => ({ value: username, label: name })), [people]);
  const exportRows = async () => {
    const { blob, name } = await download(exportActivity, { query: { filter: filters.query.filter } });
    saveFile(blob, name.endsWith('.csv') ? name : 'Actividad.csv');
  };
  const { total } = list;
  const capped = total !== undefined && total > MAX_PAGED_ACTIVITY;
  const count =
    total === undefined ? undefined : pluralize(Math.min(total, MAX_PAGED_ACTIVITY), 'movimiento', 'movimientos');
  return (
    <>
      <PageHeader
        title="Actividad"
        back={BACK}
        // Reserves space for the count so that the layout does not shift.
        count={count ? `${capped ? 'Más de ' : ''}${count}` : '\u00a0'}
        actions={
          <ExportButton failedTitle="No se pudo exportar la actividad" empty={list.total === 0} save={exportRows} />
        }
      />
      <ActivityFiltersForm filters={filters} people={options} />
      {capped && (
        <div className={styles.notice}>
          <Note tone="info">
            Hay más movimientos que los que entran en la lista: se ven los últimos {integer(MAX_PAGED_ACTIVITY)}. Para
            ver los anteriores, elegí menos días o exportá el CSV.
          </Note>
        </div>
      )}
      <ListTable
        label="Actividad"
        columns={columns}
        list={list}
        filters={filters}
        count={count}
        rowKey={keyOf}
        card={(row) => (
          <RowCard name={activitySentence(row, people)}>
            <p className="muted tabular-nums">
              {formatTimestamp(row.at)} · {companyKindName(row.actor.kind)}
              {row.network && ` · ${row.network}`}
            </p>
          </RowCard>
        )}
      />
    </>
  );
}
