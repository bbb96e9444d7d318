import { Suspense, useMemo } from 'react';
import { formatDate, money, pluralize } from '#shared/kit/text/format.ts';
import { orderNotPayableReason } from '#shared/money/rules/order-payment.ts';
import { MAX_ORDERS_PAID } from '#shared/money/rules/payments.ts';
import { listOrders, type OrderRow } from '#shared/orders/orders.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';
import { filterFields } from '#web/kit/list/filter-fields.tsx';
import { type ListFilters, useListFilters } from '#web/kit/list/filters.ts';
import { ListFiltersForm } from '#web/kit/list/list-filters.tsx';
import { ResultCount, typedFilter } from '#web/kit/list/result-count.tsx';
import { useListPage } from '#web/kit/list/use-list-page.ts';
import { LinkButton } from '#web/kit/ui/button.tsx';
import { Plus } from '#web/kit/ui/display/icons.ts';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { type ListedOrder, ListedOrderCard } from '#web/orders/order/listed-order-card.tsx';
import { type OrderActionHandlers, OrderMenu } from '#web/orders/order/order-actions.tsx';
import { appliedOrderFilters, ORDER_FILTER_LABELS, type OrderFilter } from '#web/orders/order/order-filters.ts';
import { OrderTable, orderKey } from '#web/orders/order/order-table.tsx';
import { useOrderActions } from '#web/orders/order/use-order-actions.tsx';
import { useRowSelection } from '#web/orders/print/use-row-selection.ts';
import { orderPath, paths } from '#web/paths.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { customerName, Labels, States } from './reverse-cells.tsx';
import { REVERSE_FILTERS } from './reverse-filters.ts';
import styles from './reverse-orders.module.css';

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

/** Columns of the reverse-logistics list (D2 §2), with the labels of readings §4. */
const reverseColumns = (actionHandlers: OrderActionHandlers): Column<OrderRow>[] => [
  { id: 'date', header: 'Fecha de Creación', muted: true, skeletonWidth: 70, cell: ({ date }) => formatDate(date) },
  {
    id: 'order_id',
    header: 'Nro. de Orden Interno',
    skeletonWidth: 70,
    cell: ({ order_id, tracking_id }) => (
      <Link className="name-link hyphenated-id" to={orderPath(tracking_id)}>
        {order_id}
      </Link>
    ),
  },
  { id: 'state', header: 'Estado', skeletonWidth: 120, cell: (order) => <States order={order} /> },
  {
    id: 'tracking_id',
    header: 'Nro. de Orden',
    skeletonWidth: 120,
    cell: (order) => (
      <span className={styles.number}>
        <span className="id-text muted">{order.tracking_id}</span>
        <OrderMenu order={order} {...actionHandlers} />
      </span>
    ),
  },
  {
    id: 'shippings',
    header: 'Envío',
    skeletonWidth: 120,
    cell: (order) => <Labels order={order} printer={actionHandlers.printer} />,
  },
  {
    id: 'rate_value',
    header: 'Costo de Envío',
    align: 'right',
    skeletonWidth: 76,
    cell: ({ rate_value }) => money(rate_value),
  },
  {
    id: 'customer',
    header: 'Nombre y Apellido Cliente',
    skeletonWidth: 130,
    cell: (order) => <span className={styles.customer}>{customerName(order)}</span>,
  },
];

/** The search form of the reverse-logistics list (D2 §2). */
function ReverseFiltersForm({ filters }: { filters: ListFilters<OrderFilter> }) {
  const { text, day } = filterFields(filters, ORDER_FILTER_LABELS);
  return (
    <ListFiltersForm
      filters={filters}
      applied={appliedOrderFilters(filters.applied)}
      Preview={() => <ResultCount endpoint={listOrders} filter={typedFilter(filters, REVERSE_FILTERS)} />}
    >
      {text('cliente')}
      {text('nroOrden')}
      {text('tracking_id')}
      {text('etiqueta')}
      {day('fechaDesde')}
      {day('fechaHasta')}
    </ListFiltersForm>
  );
}

/** `/logistica-inversa` (D2 §2): orders that return shipments to the client. */
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
