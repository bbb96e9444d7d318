import { Suspense, useCallback, useMemo, useState } from 'react';
import { integer } from '#shared/format.ts';
import { listPending, MAX_PENDING, type PendingItem, TO_RESOLVE } from '#shared/orders/pending.ts';
import { useListFilters } from '#web/lib/filters.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { shownTotal } from '#web/money/shown-total.ts';
import { ListTable } from '#web/parts/list/list-table.tsx';
import { usePagedQuery } from '#web/parts/list/use-list-page.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RowCard } from '#web/ui/row-card.tsx';
import { KIND_TEXTS } from './kind-texts.ts';
import styles from './pending.module.css';
import { PENDING_FILTERS } from './pending-filters.ts';
import { Actions, pendingColumns, Subject, Until, Why } from './pending-row.tsx';
import { PendingViews } from './pending-views.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { isCapped } from './total.ts';
import { usePendingActions } from './use-pending-actions.ts';
import { keyOf, useSameKind } from './use-same-kind.ts';

const PrintSelection = lazyWithPreload(() => import('./print-selection.tsx'));
const PaySelection = lazyWithPreload(() => import('./pay-selection.tsx'));

const BACK = { to: paths.statistics, label: 'Hoy' };

const pageOf = ({ results, pagination }: { results: PendingItem[]; pagination: object }) => ({
  rows: results,
  ...pagination,
});

/** `/pendientes`: what requires the sender's action. */
export default function Pending() {
  const filters = useListFilters(PENDING_FILTERS);
  const { limit, filter } = filters.query;
  const { kind = '' } = filter;
  const inputOf = useCallback((page: number) => ({ query: { page, limit, kind } }), [limit, kind]);
  const list = usePagedQuery(listPending, filters, inputOf, pageOf);
  const actions = usePendingActions();
  const data = list.reply;
  const today = data?.today ?? '';
  const columns = useMemo(() => pendingColumns({ today, actions }), [today, actions]);
  const { selectedRows, selection, clear, select } = useSameKind(list.rows);
  // The bar of printed labels stays after the selection, until it is left.
  const [printing, setPrinting] = useState(false);
  const kindOfSelection = selectedRows[0]?.kind;
  if (kindOfSelection && printing !== (kindOfSelection === 'print')) setPrinting(kindOfSelection === 'print');
  const bar = kindOfSelection ?? (printing ? 'print' : undefined);
  const leave = () => {
    setPrinting(false);
    clear();
  };
  const capped = data !== undefined && isCapped(data.kinds, kind);
  const count =
    list.total === undefined
      ? undefined
      : `${shownTotal(list.total, capped)} ${list.total === 1 ? 'pendiente' : 'pendientes'}`;
  // `resolve` is Hoy's filter, not one that the sender chose: without items, clearing it isn't offered.
  const nothing = list.total === 0 && (kind === '' || kind === TO_RESOLVE);
  return (
    <>
      <PageHeader title="Requiere tu acción" back={BACK} count={count ?? '\u00a0'} />
      <PendingViews kinds={data?.kinds} filters={filters} />
      {capped && (
        <div className={styles.notice}>
          <Note tone="info">
            Hay más pendientes que los que entran en la lista: se ven los primeros {integer(MAX_PENDING)} de cada tipo.
            Los demás aparecen a medida que resolvés estos, y todas las órdenes están en{' '}
            <Link to={paths.orders}>Órdenes</Link>.
          </Note>
        </div>
      )}
      {nothing ? (
        <EmptyState
          art
          title="Todo en orden"
          text="No hay nada que requiera tu acción."
          action={<LinkButton to={paths.orders}>Ver las órdenes</LinkButton>}
        />
      ) : (
        <ListTable
          label="Pendientes"
          columns={columns}
          list={list}
          filters={filters}
          count={count}
          rowKey={keyOf}
          selection={selection}
          card={(item, { checkbox }) => (
            <RowCard
              checkbox={checkbox}
              name={KIND_TEXTS[item.kind].what}
              footer={<Until item={item} />}
              actions={<Actions item={item} today={today} actions={actions} />}
            >
              <p>
                <Subject item={item} />
              </p>
              <p>
                <Why item={item} />
              </p>
            </RowCard>
          )}
        />
      )}
      <Suspense fallback={null}>
        {bar === 'print' && <PrintSelection items={selectedRows} clear={clear} leave={leave} />}
        {bar === 'pay' && <PaySelection items={selectedRows} leave={leave} />}
        {bar && bar !== 'print' && bar !== 'pay' && (
          <SelectionBar items={selectedRows} today={today} actions={actions} onSelect={select} />
        )}
      </Suspense>
    </>
  );
}
