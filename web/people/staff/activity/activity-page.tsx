import { integer, pluralize } from '#shared/format.ts';
import { MAX_PAGED_ACTIVITY } from '#shared/people/activity.ts';
import { exportAllActivity, listAllActivity } from '#shared/people/staff-activity.ts';
import { ConsoleList } from '#web/console/console-list.tsx';
import { useDownload } from '#web/console/use-download.ts';
import { useListFilters } from '#web/lib/filters.ts';
import { history } from '#web/lib/history.ts';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { clientPath } from '#web/people/staff/clients/client-paths.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Download } from '#web/ui/icons.ts';
import { Note } from '#web/ui/note.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ALL_ACTIVITY, type AuditRow, activityKey } from './activity-columns.tsx';
import { ACTIVITY_FILTERS, ActivityFilters } from './activity-filters.tsx';

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
