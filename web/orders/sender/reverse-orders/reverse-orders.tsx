import { Suspense, useMemo } from 'react';
import { pluralize } from '#shared/format.ts';
import { orderNotPayableReason } from '#shared/money/rules/order-payment.ts';
import { MAX_ORDERS_PAID } from '#shared/money/rules/payments.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { useListFilters } from '#web/lib/filters.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { type ListedOrder, ListedOrderCard } from '#web/orders/order/listed-order-card.tsx';
import { OrderTable, orderKey } from '#web/orders/order/order-table.tsx';
import { useOrderActions } from '#web/orders/order/use-order-actions.tsx';
import { useRowSelection } from '#web/orders/print/use-row-selection.ts';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import { usePermissionReason } from '#web/parts/user/use-permission-reason.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Plus } from '#web/ui/icons.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { customerName, Labels, States } from './reverse-cells.tsx';
import { reverseColumns } from './reverse-columns.tsx';
import { REVERSE_FILTERS } from './reverse-filters.ts';
import { ReverseFiltersForm } from './reverse-filters-form.tsx';

const PayBar = lazyWithPreload(() => import('#web/orders/print/pay-bar.tsx'));

/** A reverse-logistics order in the list on a phone. */
function ReverseCard(props: ListedOrder) {
  const { order, printer } = props;
  return (
    <ListedOrderCard {...props} state={<States order={order} />} person={customerName(order)}>
      <Labels order={order} printer={printer} />
    </ListedOrderCard>
  );
}

/** `/logistica-inversa` (D2 §2): orders that return parcels to the client. */
export default function ReverseOrders() {
  const filters = useListFilters(REVERSE_FILTERS);
  const list = useListPage(listOrders, filters);
  const { actionHandlers, dialogs } = useOrderActions();
  const columns = useMemo(() => reverseColumns(actionHandlers), [actionHandlers]);
  const { prepaid } = useClientSession();
  const noOrders = usePermissionReason('orders');
  const noPayments = usePermissionReason('payments');
  const rowSelection = useRowSelection({
    rows: list.rows,
    keyOf: orderKey,
    nameOf: ({ order_id }) => order_id,
    blockedReason: (order) => noPayments ?? orderNotPayableReason(order),
    max: MAX_ORDERS_PAID,
  });
  const paying = prepaid && rowSelection.selectedRows.length > 0;
  const count = list.total === undefined ? undefined : pluralize(list.total, 'orden', 'órdenes');

  return (
    <>
      <PageHeader
        title="Logística Inversa"
        // Reserves space for the count so that the layout does not shift.
        count={count ?? '\u00a0'}
        actions={
          <LinkButton to={paths.newReverse} disabledReason={noOrders} variant="primary" icon={<Plus />}>
            Nueva Orden
          </LinkButton>
        }
      />
      <ReverseFiltersForm filters={filters} />
      <OrderTable
        label="Órdenes de logística inversa"
        columns={columns}
        list={list}
        filters={filters}
        count={count}
        printer={actionHandlers.printer}
        emptyAction={
          <LinkButton to={paths.newReverse} disabledReason={noOrders}>
            Crear tu primera orden
          </LinkButton>
        }
        // Rows are selectable only for payment (D2 §2).
        selection={prepaid ? { ...rowSelection.selection, alwaysVisible: true } : undefined}
        card={(order, checkbox) => (
          <ReverseCard
            order={order}
            checkbox={checkbox}
            blockedReason={paying ? orderNotPayableReason(order) : null}
            {...actionHandlers}
          />
        )}
      />
      <Suspense fallback={null}>
        {paying && (
          <PayBar
            bulkAction={{ ...rowSelection, leave: rowSelection.clear }}
            ask={actionHandlers.pay}
            leaveLabel="Soltar la selección"
          />
        )}
      </Suspense>
      {dialogs}
    </>
  );
}
