import { lazy, memo, Suspense, useEffect, useEffectEvent, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { EMPTY_VALUE, pluralize } from '#shared/kit/text/format.ts';
import { orderNotPayableReason } from '#shared/money/rules/order-payment.ts';
import { MAX_ORDERS_PAID } from '#shared/money/rules/payments.ts';
import { MAX_LABELS } from '#shared/orders/labels.ts';
import { listOrders, type OrderRow } from '#shared/orders/orders.ts';
import { orderNotPrintableReason } from '#shared/orders/rules/order-actions.ts';
import { LazyDialog } from '#web/kit/app/lazy-dialog.tsx';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';
import { useShortcuts } from '#web/kit/lib/shortcuts.ts';
import { YES_NO_OPTIONS } from '#web/kit/list/applied-filters.ts';
import { filterFields } from '#web/kit/list/filter-fields.tsx';
import { type ListFilters, useListFilters } from '#web/kit/list/filters.ts';
import { ListFiltersForm } from '#web/kit/list/list-filters.tsx';
import { ListOrderSelect, useListOrder } from '#web/kit/list/list-order.tsx';
import { ResultCount, typedFilter } from '#web/kit/list/result-count.tsx';
import { useListPage } from '#web/kit/list/use-list-page.ts';
import { Button, LinkButton } from '#web/kit/ui/button.tsx';
import { CreditCard, Plus, Printer as PrinterIcon } from '#web/kit/ui/display/icons.ts';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { DueNote } from '#web/orders/order/due-note.tsx';
import { type ListedOrder, ListedOrderCard } from '#web/orders/order/listed-order-card.tsx';
import { OrderTable, orderKey } from '#web/orders/order/order-table.tsx';
import { useModeOptions } from '#web/orders/order/use-lookups.ts';
import { useOrderActions } from '#web/orders/order/use-order-actions.tsx';
import { countLabels } from '#web/orders/print/count-labels.ts';
import { ordersJob } from '#web/orders/print/label-jobs.ts';
import { PrintedNote } from '#web/orders/print/outdated-label.tsx';
import { UNPRINTED } from '#web/orders/print/unprinted.ts';
import { useBulkAction } from '#web/orders/print/use-bulk-action.ts';
import { useCanPrintInBulk } from '#web/orders/print/use-print.ts';
import { PRINT_AT_ONCE, paths } from '#web/paths.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { appliedFilters, FILTER_LABELS } from './applied-filters.ts';
import { ORDER_FILTERS, type OrderFilter } from './group-filters.ts';
import { OrderState, orderColumns } from './order-columns.tsx';
import { OrderViews } from './order-views.tsx';

const PrintBar = lazyWithPreload(() => import('#web/orders/print/print-bar.tsx'));
const PayBar = lazyWithPreload(() => import('#web/orders/print/pay-bar.tsx'));
const PickUnprinted = lazyWithPreload(() => import('./pick-unprinted.tsx'));
const PaymentResult = lazy(() => import('./payment-result.tsx'));

/** A bulk action on the selected orders (D1 §4). */
type BulkActionMode = 'print' | 'pay';

/** Returns why an order can't be selected for a bulk action; null when it can. */
const blockedReason: Record<BulkActionMode, (order: OrderRow) => string | null> = {
  print: ({ printable, order_state }) => (printable ? null : orderNotPrintableReason(order_state?.name ?? '')),
  pay: orderNotPayableReason,
};

/** An order in the list on a phone. */
const OrderCard = memo(function OrderCard(props: ListedOrder) {
  const { order } = props;
  return (
    <ListedOrderCard
      {...props}
      state={
        <>
          <OrderState order={order} />
          <PrintedNote {...order} />
        </>
      }
      person={order.receiver?.receiver_name || EMPTY_VALUE}
    >
      <DueNote due={order.due} />
    </ListedOrderCard>
  );
});

/** The search form of the orders list (D1 §2). */
function OrdersFiltersForm({ filters }: { filters: ListFilters<OrderFilter> }) {
  const modes = useModeOptions();
  const { text, select, day } = filterFields(filters, FILTER_LABELS);
  return (
    <ListFiltersForm
      filters={filters}
      applied={appliedFilters(filters.applied, modes)}
      order={<ListOrderSelect />}
      Preview={() => <ResultCount endpoint={listOrders} filter={typedFilter(filters, ORDER_FILTERS)} />}
    >
      {text('cliente')}
      {text('nroOrden')}
      {text('tracking_id')}
      {text('etiqueta')}
      {select('modoEntrega', modes)}
      {day('fechaDesde')}
      {day('fechaHasta')}
      {select('printedByClient', YES_NO_OPTIONS)}
    </ListFiltersForm>
  );
}

/** The orders list (D1 §2), titled 'Ordenes'. */
export default function Orders() {
  const filters = useListFilters(ORDER_FILTERS);
  const list = useListPage(listOrders, filters, useListOrder());
  const { actionHandlers, dialogs } = useOrderActions();
  const { printer } = actionHandlers;
  const noOrders = usePermissionReason('orders');
  const noPayments = usePermissionReason('payments');
  const columns = useMemo(() => orderColumns(actionHandlers), [actionHandlers]);
  const { prepaid } = useClientSession();
  const quickViews = useCapability('quickViews') !== false;
  const [params, setParams] = useSearchParams();
  const bulkAction = useBulkAction<OrderRow, BulkActionMode>({
    rows: list.rows,
    keyOf: orderKey,
    nameOf: ({ order_id }) => order_id,
    blockedReason: blockedReason,
    max: { print: MAX_LABELS, pay: MAX_ORDERS_PAID },
    preferred: { print: UNPRINTED },
  });
  const { mode } = bulkAction;
  const refused = { print: noOrders, pay: noPayments };
  const empty = list.total === 0;
  const toggle = (wanted: BulkActionMode) => {
    if (mode === wanted) bulkAction.leave();
    else if (!empty && !refused[wanted]) bulkAction.enter(wanted);
  };
  const canPrint = useCanPrintInBulk();
  const printAtOnce = params.has(PRINT_AT_ONCE) && canPrint && !noOrders;
  const startPrinting = useEffectEvent(() => bulkAction.enter('print'));
  useEffect(() => {
    if (printAtOnce) startPrinting();
  }, [printAtOnce]);
  const pick = (orders: readonly OrderRow[]) => {
    bulkAction.add(orders);
    if (!params.has(PRINT_AT_ONCE)) return;
    params.delete(PRINT_AT_ONCE);
    setParams(params, { replace: true });
  };
  useShortcuts([
    ...(canPrint ? [{ keys: 'i', label: 'Imprimir en lote', run: () => toggle('print') }] : []),
    ...(prepaid ? [{ keys: 'p', label: 'Pagar en lote', run: () => toggle('pay') }] : []),
  ]);

  const count = list.total === undefined ? undefined : pluralize(list.total, 'orden', 'órdenes');

  return (
    <>
      <PageHeader
        title="Ordenes"
        // Reserves space for the count so that the layout does not shift.
        count={count ?? '\u00a0'}
        actions={
          <>
            {prepaid && (
              <Button
                icon={<CreditCard />}
                aria-pressed={mode === 'pay'}
                disabledReason={noPayments ?? (empty && mode !== 'pay' && 'No hay órdenes para pagar')}
                onClick={() => toggle('pay')}
              >
                Pagar en lote
              </Button>
            )}
            {canPrint && (
              <Button
                icon={<PrinterIcon />}
                aria-pressed={mode === 'print'}
                disabledReason={noOrders ?? (empty && mode !== 'print' && 'No hay órdenes para imprimir')}
                onClick={() => toggle('print')}
              >
                Imprimir en lote
              </Button>
            )}
            <LinkButton to={paths.newOrder} disabledReason={noOrders} variant="primary" icon={<Plus />}>
              Nueva Orden
            </LinkButton>
          </>
        }
      />
      <OrderViews filters={filters} />
      <OrdersFiltersForm filters={filters} />
      <OrderTable
        label="Órdenes"
        columns={columns}
        list={list}
        filters={filters}
        count={count}
        printer={printer}
        emptyAction={
          <LinkButton to={paths.newOrder} disabledReason={noOrders}>
            Crear tu primera orden
          </LinkButton>
        }
        selection={bulkAction.selection}
        card={(order, checkbox) => (
          <OrderCard
            order={order}
            checkbox={checkbox}
            blockedReason={mode && blockedReason[mode](order)}
            {...actionHandlers}
          />
        )}
      />
      <Suspense fallback={null}>
        {mode === 'print' && (
          <PrintBar
            bulkAction={bulkAction}
            printer={printer}
            job={(which, start) => ordersJob(bulkAction.selectedRows.filter(which), start)}
            labels={(which) =>
              bulkAction.selectedRows.filter(which).reduce((sum, { shippings }) => sum + countLabels(shippings), 0)
            }
            ordersText={(which) => pluralize(bulkAction.selectedRows.filter(which).length, 'orden', 'órdenes')}
            invitation="Elegí las órdenes que querés imprimir"
            pick={quickViews && <PickUnprinted filter={filters.query.filter} atOnce={printAtOnce} onPick={pick} />}
            summary={pluralize(bulkAction.selectedRows.length, 'orden seleccionada', 'órdenes seleccionadas')}
          />
        )}
        {mode === 'pay' && <PayBar bulkAction={bulkAction} ask={actionHandlers.pay} />}
        {params.has('payment_id') && params.has('collection_status') && (
          <LazyDialog>
            <PaymentResult />
          </LazyDialog>
        )}
      </Suspense>
      {dialogs}
    </>
  );
}
