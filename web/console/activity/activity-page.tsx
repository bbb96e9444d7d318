import { useRef } from 'react';
import { MAX_PAGED_ACTIVITY } from '#shared/activity.ts';
import { integer, pluralize } from '#shared/format.ts';
import { exportAllActivity, listAllActivity } from '#shared/ops/activity.ts';
import type { Me } from '#web/console/console-layout.tsx';
import { refusalOf } from '#web/console/staff-refusal.ts';
import { useDownload } from '#web/console/use-download.ts';
import { useLinkKeys } from '#web/console/use-link-keys.ts';
import { useListFilters } from '#web/lib/filters.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { Download } from '#web/ui/icons.ts';
import { Note } from '#web/ui/note.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ACTIVITY_FILTERS, ActivityFilters } from './activity-filters.tsx';
import { ActivityTable } from './activity-table.tsx';

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

function Activity() {
  const filters = useListFilters(ACTIVITY_FILTERS);
  const { page, limit } = filters;
  const { filter } = filters.query;
  const { data, error, refetch } = useApiQuery(
    listAllActivity,
    { query: { page, limit, filter } },
    { keepPrevious: true },
  );
  const { download, downloading } = useDownload();
  const table = useRef<HTMLDivElement>(null);
  useLinkKeys(table);
  const total = data?.pagination?.total ?? 0;
  const capped = total > MAX_PAGED_ACTIVITY;
  const count = `${capped ? 'Más de ' : ''}${pluralize(Math.min(total, MAX_PAGED_ACTIVITY), 'movimiento', 'movimientos')}`;
  return (
    <>
      <PageHeader
        title="Actividad"
        count={data ? count : '\u00a0'}
        actions={
          <Button
            icon={<Download />}
            busy={downloading}
            disabledReason={data && total === 0 && 'No hay filas para exportar'}
            onClick={() => void download(exportAllActivity, { query: { filter } })}
          >
            Exportar CSV
          </Button>
        }
      />
      <ActivityFilters filters={filters} />
      {!data && (error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : <Skeleton lines={8} />)}
      {data &&
        total === 0 &&
        (filters.filtered ? (
          <EmptyState
            title="Ningún movimiento coincide"
            text="Cambiá los filtros. El usuario, el nombre y el email se buscan completos."
          />
        ) : (
          <EmptyState
            title="Todavía no hay actividad"
            text="Aparece cuando los clientes, el personal o una clave entran o cambian algo."
          />
        ))}
      {data && total > 0 && (
        <div ref={table} className="stack">
          {capped && (
            <Note tone="info">
              Se ven los últimos {integer(MAX_PAGED_ACTIVITY)}. Para ver los anteriores, elegí menos días o exportá el
              CSV.
            </Note>
          )}
          <ActivityTable caption="Actividad" rows={data.results} ofAll />
          <Pager
            page={data.pagination?.page ?? page}
            pageSize={limit}
            pageCount={data.pagination?.pages ?? 1}
            onPage={filters.setPage}
            onPageSize={filters.setLimit}
          />
        </div>
      )}
    </>
  );
}
