import { integer } from '#shared/kit/text/format.ts';
import { QUEUES } from '#shared/orders/rules/queues.ts';
import { countQueues, MAX_QUEUED, type QueueTotal } from '#shared/orders/staff-queues.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { shownTotal } from '#web/money/shown-total.ts';
import { Age } from './age.tsx';
import { queuePath } from './queue-paths.ts';

/** How often the numbers are read again, in ms. */
const REFRESH_MS = 30_000;

/** `/consola`: the queues of the provider's work, with what is oldest and what is beyond its limit. */
export function QueuesHome() {
  const { data, error, refetch } = useApiQuery(countQueues, {}, { refetchInterval: REFRESH_MS });
  return (
    <>
      <PageHeader title="Colas" />
      {data && (
        <StaticTable<QueueTotal>
          caption="Colas"
          cards
          rows={data.results}
          rowKey={({ queue }) => queue}
          columns={[
            { header: 'Cola', cell: ({ queue }) => <Link to={queuePath(queue)}>{QUEUES[queue].name}</Link> },
            { header: 'En espera', cell: ({ total }) => <Waiting total={total} /> },
            { header: 'Más antigua', cell: ({ oldest }) => (oldest ? <Age since={oldest} /> : '-') },
            { header: 'Fuera de plazo', cell: ({ beyond, total }) => <Beyond beyond={beyond} total={total} /> },
            { header: 'Mías', cell: ({ mine }) => (mine === 0 ? '-' : integer(mine)) },
          ]}
        />
      )}
      {!data && <NotLoaded error={error} onRetry={() => void refetch()} lines={9} label="Cargando las colas" />}
    </>
  );
}

function Waiting({ total }: { total: number }) {
  if (total === 0) return <span className="muted">Al día</span>;
  return <b>{shownTotal(total, total === MAX_QUEUED)}</b>;
}

function Beyond({ beyond, total }: { beyond: number; total: number }) {
  if (beyond === 0) return '-';
  return (
    <span className="danger-text">
      {integer(beyond)} ({Math.round((beyond / total) * 100)} %)
    </span>
  );
}
