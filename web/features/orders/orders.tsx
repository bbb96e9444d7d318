import { lazy, Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { countOf } from '#shared/format.ts';
import { MAX_LABELS } from '#shared/labels.ts';
import { listOrders, type OrderRow } from '#shared/orders.ts';
import { whyOrderNotPrintable } from '#shared/rules/order-actions.ts';
import { whyOrderNotPayable } from '#shared/rules/order-payment.ts';
import { MAX_ORDERS_PAID } from '#shared/rules/payments.ts';
import { useListFilters } from '#web/lib/filters.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { useBatch } from '#web/parts/batch/use-batch.ts';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import { OrderTable, orderKey } from '#web/parts/order-list/order-table.tsx';
import { useOrderDeeds } from '#web/parts/order-list/use-order-deeds.tsx';
import { ordersJob } from '#web/parts/print-button/label-jobs.ts';
import { useBatchPrinting } from '#web/parts/print-button/use-print.ts';
import { paths } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { CreditCard, Plus, Printer as PrinterIcon } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { OrderCard } from './order-card.tsx';
import { orderColumns } from './order-columns.tsx';
import { ORDER_FILTERS } from './order-filters.ts';
import { OrderViews } from './order-views.tsx';
import { OrdersFiltersForm } from './orders-filters-form.tsx';

const PrintBar = lazyPart(() => import('#web/parts/batch/print-bar.tsx'));
const PayBar = lazyPart(() => import('#web/parts/batch/pay-bar.tsx'));
const PaymentResult = lazy(() => import('./payment-result.tsx'));

/** What is done with many orders at once (D1 §4). */
type BatchMode = 'print' | 'pay';

/** Why a mode can't take an order; null when it can. */
const whyNot: Record<BatchMode, (order: OrderRow) => string | null> = {
  print: ({ printable, order_state }) => (printable ? null : whyOrderNotPrintable(order_state?.name ?? '')),
  pay: whyOrderNotPayable,
};

/** The orders list (D1 §2), titled 'Ordenes'. */
export default function Orders() {
  const filters = useListFilters(ORDER_FILTERS);
  const list = useListPage(listOrders, filters);
  const { deeds, dialogs } = useOrderDeeds();
  const { printer } = deeds;
  const columns = useMemo(() => orderColumns(deeds), [deeds]);
  const { prepaid } = useClientSession();
  const [params] = useSearchParams();
  const batch = useBatch<OrderRow, BatchMode>({
    rows: list.rows,
    keyOf: orderKey,
    nameOf: ({ order_id }) => order_id,
    why: whyNot,
    most: { print: MAX_LABELS, pay: MAX_ORDERS_PAID },
  });
  const { mode } = batch;
  const empty = list.total === 0;
  const toggle = (wanted: BatchMode) => {
    if (mode === wanted) batch.leave();
    else if (!empty) batch.enter(wanted);
  };
  const canPrint = useBatchPrinting();
  useShortcuts([
    ...(canPrint ? [{ keys: 'i', label: 'Imprimir en lote', run: () => toggle('print') }] : []),
    ...(prepaid ? [{ keys: 'p', label: 'Pagar en lote', run: () => toggle('pay') }] : []),
  ]);

  const count = list.total === undefined ? undefined : countOf(list.total, 'orden', 'órdenes');

  return (
    <>
      <PageHead
        title="Ordenes"
        // A place for the count from the start, so that nothing moves when it comes.
        count={count ?? '\u00a0'}
        actions={
          <>
            {prepaid && (
              <Button
                icon={<CreditCard />}
                aria-pressed={mode === 'pay'}
                disabledReason={empty && mode !== 'pay' && 'No hay órdenes para pagar'}
                onClick={() => toggle('pay')}
              >
                Pagar en lote
              </Button>
            )}
            {canPrint && (
              <Button
                icon={<PrinterIcon />}
                aria-pressed={mode === 'print'}
                disabledReason={empty && mode !== 'print' && 'No hay órdenes para imprimir'}
                onClick={() => toggle('print')}
              >
                Imprimir en lote
              </Button>
            )}
            <LinkButton to={paths.newOrder} variant="primary" icon={<Plus />}>
              Nueva Orden
            </LinkButton>
          </>
        }
      />
      <OrderViews applied={filters.applied} />
      <OrdersFiltersForm filters={filters} />
      <OrderTable
        label="Órdenes"
        columns={columns}
        list={list}
        filters={filters}
        count={count}
        printer={printer}
        emptyAction={<LinkButton to={paths.newOrder}>Crear tu primera orden</LinkButton>}
        selection={batch.selection}
        card={(order, box) => <OrderCard order={order} box={box} why={mode && whyNot[mode](order)} {...deeds} />}
      />
      <Suspense fallback={null}>
        {mode === 'print' && (
          <PrintBar
            batch={batch}
            printer={printer}
            job={(which, startAt) => ordersJob(batch.picked.filter(which), startAt)}
            labels={(which) =>
              batch.picked.filter(which).reduce((sum, { shippings }) => sum + (shippings?.length ?? 1), 0)
            }
            invitation="Elegí las órdenes que querés imprimir"
            summary={countOf(batch.picked.length, 'orden seleccionada', 'órdenes seleccionadas')}
          />
        )}
        {mode === 'pay' && <PayBar batch={batch} ask={deeds.pay} />}
        {params.has('payment_id') && params.has('collection_status') && <PaymentResult />}
      </Suspense>
      {dialogs}
    </>
  );
}
