import { useContext, useMemo } from 'react';
import { formatTimestamp, integer, pluralize } from '#shared/format.ts';
import { type ActivityRow, exportActivity, listActivity, MAX_PAGED_ACTIVITY } from '#shared/people/activity.ts';
import { companyKindName } from '#shared/people/rules/activity/audit-actions.ts';
import { type ActivityPerson, activitySentence } from '#shared/people/rules/activity/sentence.ts';
import { readTeam } from '#shared/people/team.ts';
import { download } from '#web/lib/api.ts';
import { useListFilters } from '#web/lib/filters.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { ListTable } from '#web/parts/list/list-table.tsx';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import { permissionReason, RoleContext } from '#web/parts/user/use-permission-reason.ts';
import { ExportButton } from '#web/parts/warehouse/export-button.tsx';
import { paths } from '#web/paths.ts';
import { personName } from '#web/people/team/person-name.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RowCard } from '#web/ui/row-card.tsx';
import styles from './activity.module.css';
import { ACTIVITY_FILTERS } from './activity-filters.ts';
import { ActivityFiltersForm } from './activity-filters-form.tsx';

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
