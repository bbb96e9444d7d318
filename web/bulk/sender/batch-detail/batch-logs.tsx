import { useMemo } from 'react';
import { type BatchLog, listBatchLogs, ROW_OUTCOMES } from '#shared/bulk/batches.ts';
import { EMPTY_VALUE, pluralize } from '#shared/kit/text/format.ts';
import { BatchBadge, type ReceivedBatch } from '#web/bulk/batch-state.tsx';
import { type ListDefinition, type ListFilters, useListFilters } from '#web/kit/list/filters.ts';
import { ListTable } from '#web/kit/list/list-table.tsx';
import { pageOf } from '#web/kit/list/page-of.ts';
import { type ListPage, useListPage } from '#web/kit/list/use-list-page.ts';
import { Link } from '#web/kit/ui/link.tsx';
import { QuickViews } from '#web/kit/ui/overlay/quick-views.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { RowCard } from '#web/kit/ui/table/row-card.tsx';
import { orderPath } from '#web/paths.ts';

/** A log as any gateway sends it; a foreign gateway may leave fields out (readings R4). */
type ReceivedLog = Pick<BatchLog, 'id' | 'tipo' | 'mensaje'> & Partial<BatchLog>;

type LogFilter = 'resultado' | 'dudas';

const FILTERS: ListDefinition<LogFilter> = {
  list: 'batch-logs',
  filters: { resultado: 'resultado', dudas: 'dudas' },
};

const VIEWS = { Procesado: 'Procesadas', Error: 'Con error', Omitido: 'Omitidas' } as const;

/** Logs paged by the gateway and filtered by outcome; an addition to the specification. */
export function PagedLogs({ batch }: { batch: ReceivedBatch }) {
  const filters = useListFilters(FILTERS);
  const params = useMemo(() => ({ id: String(batch.id) }), [batch.id]);
  const list = useListPage(listBatchLogs, filters, null, params);
  const { filas = 0, errores = 0, omitidas = 0, dudas = 0 } = batch;
  const running = batch.estado === 'Procesando' || batch.estado === 'Pendiente';
  const counts = { Procesado: filas - errores - omitidas, Error: errores, Omitido: omitidas };
  const views = [
    { to: '?', label: 'Todas', count: running ? null : filas, current: !filters.filtered },
    ...ROW_OUTCOMES.map((outcome) => ({
      to: `?resultado=${outcome}`,
      label: VIEWS[outcome],
      count: running ? null : counts[outcome],
      current: filters.applied.resultado === outcome,
    })),
    ...(dudas > 0 || filters.applied.dudas
      ? [
          {
            to: '?dudas=1',
            label: 'Para revisar',
            count: running ? null : dudas,
            current: Boolean(filters.applied.dudas),
          },
        ]
      : []),
  ];
  return (
    <>
      <QuickViews label="Vistas de las filas" views={views} />
      <LogTable list={list} filters={filters} full />
    </>
  );
}

/** Logs that came with the batch, paged in the browser. */
export function WholeLogs({ logs }: { logs: readonly ReceivedLog[] }) {
  const filters = useListFilters(FILTERS);
  return <LogTable list={pageOf(logs, filters)} filters={filters} full={false} />;
}

/** Green for a success, red for anything else (D2 §2). */
const Message = ({ log: { tipo, mensaje } }: { log: ReceivedLog }) => (
  <span className={tipo === 'success' ? 'success-text' : 'danger-text'}>{mensaje}</span>
);

function Order({ log: { order } }: { log: ReceivedLog }) {
  if (!order?.tracking_id) return EMPTY_VALUE;
  return (
    <Link className="name-link id-text" to={orderPath(order.tracking_id)}>
      {order.tracking_id}
    </Link>
  );
}

const OUTCOME: Column<ReceivedLog> = {
  id: 'resultado',
  header: 'Resultado',
  skeletonWidth: 80,
  cell: ({ resultado }) => (resultado ? <BatchBadge state={resultado} /> : EMPTY_VALUE),
};

const columns = (full: boolean): Column<ReceivedLog>[] => [
  { id: 'id', header: 'ID', muted: true, skeletonWidth: 30, cell: ({ id }) => id },
  ...(full ? [OUTCOME] : []),
  { id: 'mensaje', header: 'Mensaje', wrap: true, skeletonWidth: 260, cell: (log) => <Message log={log} /> },
  { id: 'order', header: 'Orden', skeletonWidth: 96, cell: (log) => <Order log={log} /> },
];

interface LogTableProps {
  list: ListPage<ReceivedLog>;
  filters: ListFilters<LogFilter>;
  /** True when the gateway sends each row's outcome. */
  full: boolean;
}

function LogTable({ list, filters, full }: LogTableProps) {
  return (
    <ListTable
      label="Logs"
      columns={columns(full)}
      list={list}
      filters={filters}
      count={list.total === undefined ? undefined : pluralize(list.total, 'fila', 'filas')}
      rowKey={({ id }) => String(id)}
      card={(log) => (
        <RowCard
          name={`Fila ${log.id}`}
          footer={log.resultado && <BatchBadge state={log.resultado} />}
          actions={<Order log={log} />}
        >
          <p>
            <Message log={log} />
          </p>
        </RowCard>
      )}
    />
  );
}
