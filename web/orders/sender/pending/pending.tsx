import { Suspense, useCallback, useMemo, useState } from 'react';
import { integer } from '#shared/kit/text/format.ts';
import {
  type KindTotal,
  listPending,
  listsKind,
  MAX_PENDING,
  type PendingItem,
  TO_RESOLVE,
} from '#shared/orders/pending.ts';
import { ENDS_TODAY } from '#shared/orders/rules/due/snooze.ts';
import { isSnoozable } from '#shared/orders/rules/open-item-kinds.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';
import { type ListDefinition, type ListFilters, useListFilters } from '#web/kit/list/filters.ts';
import { ListTable } from '#web/kit/list/list-table.tsx';
import { usePagedQuery } from '#web/kit/list/use-list-page.ts';
import { LinkButton } from '#web/kit/ui/button.tsx';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { QuickViews } from '#web/kit/ui/overlay/quick-views.tsx';
import { RowCard } from '#web/kit/ui/table/row-card.tsx';
import { shownTotal } from '#web/money/shown-total.ts';
import { useCanPrintInBulk } from '#web/orders/print/use-print.ts';
import { useRowSelection } from '#web/orders/print/use-row-selection.ts';
import { paths } from '#web/paths.ts';
import { KIND_TEXTS, nameOf } from './kind-texts.ts';
import styles from './pending.module.css';
import { Actions, pendingColumns, Subject, Until, Why } from './pending-row.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { usePendingActions } from './use-pending-actions.ts';

const PrintSelection = lazyWithPreload(() => import('./print-selection.tsx'));
const PaySelection = lazyWithPreload(() => import('./pay-selection.tsx'));

const BACK = { to: paths.statistics, label: 'Hoy' };

const pageOf = ({ results, pagination }: { results: PendingItem[]; pagination: object }) => ({
  rows: results,
  ...pagination,
});

/** Returns whether a list of some kinds may lack items, because one of its kinds is counted only up to the maximum. */
const isCapped = (kinds: readonly KindTotal[], wanted: string): boolean =>
  kinds.some(({ kind, total }) => listsKind(wanted, kind) && total >= MAX_PENDING);

/** Returns the number of items of a list as text. @param wanted one kind or `TO_RESOLVE`; '' means all kinds */
function pendingTotal(kinds: readonly KindTotal[], wanted: string): string {
  const total = kinds.reduce((sum, row) => sum + (listsKind(wanted, row.kind) ? row.total : 0), 0);
  return shownTotal(total, isCapped(kinds, wanted));
}

type PendingFilter = 'tipo';

/** The kind of the items, set by a quick view. */
const PENDING_FILTERS: ListDefinition<PendingFilter> = { list: 'pending', filters: { tipo: 'kind' } };

/** Quick views: all kinds, those that 'Hoy' counts together, and each kind with items. */
function PendingViews({
  kinds,
  filters,
}: {
  kinds: readonly KindTotal[] | undefined;
  filters: ListFilters<PendingFilter>;
}) {
  const current = filters.applied.tipo ?? '';
  const view = (tipo: string, label: string) => ({
    label,
    count: (kinds && pendingTotal(kinds, tipo)) ?? null,
    current: current === tipo,
    to: `${paths.pending}${filters.searchWith({ tipo })}`,
  });
  return (
    <QuickViews
      label="Vistas rápidas"
      views={[
        view('', 'Todo'),
        view(TO_RESOLVE, 'Para resolver'),
        ...(kinds ?? []).map(({ kind }) => view(kind, KIND_TEXTS[kind].view)),
      ]}
    />
  );
}

/** Items in one bulk action. */
const MAX_SELECTED = 100;

const keyOf = ({ id }: PendingItem) => String(id);

/** Selection of items of one kind for its bulk action: the first selected one decides which. */
function useSameKind(rows: readonly PendingItem[] | undefined) {
  const blockedReason = useBlockedReason();
  const all = useRowSelection<PendingItem>({ rows, keyOf, nameOf, max: MAX_SELECTED, blockedReason });
  const [first] = all.selectedRows;
  const other = (item: PendingItem) => first !== undefined && item.kind !== first.kind;
  return {
    ...all,
    /** Replaces the selection by some of its items. */
    select: (items: readonly PendingItem[]) => all.selection.onChange(new Set(items.map(keyOf))),
    selection: {
      ...all.selection,
      alwaysVisible: true,
      blockedReason: (item: PendingItem) => (other(item) ? 'Es de otro tipo' : blockedReason(item)),
    },
  };
}

/** Returns why an item has no bulk action; null if it has one. */
function useBlockedReason(): (item: PendingItem) => string | null {
  const { prepaid } = useClientSession();
  const canPrint = useCanPrintInBulk();
  return ({ kind, detail, snooze_until, closable }) => {
    if (kind === 'print' && canPrint) return null;
    if (kind === 'pay' && prepaid) return detail;
    if (snooze_until !== null || closable) return null;
    return isSnoozable(kind) ? ENDS_TODAY : 'Se resuelve desde la orden';
  };
}

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
