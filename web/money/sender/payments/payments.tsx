import { useNavigate } from 'react-router';
import { dollarAmount, EMPTY_VALUE, formatDate, pluralize } from '#shared/kit/text/format.ts';
import { listPayments, type Payment } from '#shared/money/payments.ts';
import { PENDING, paymentStateId } from '#shared/money/rules/payments.ts';
import { CollapsibleList } from '#web/kit/list/collapsible-list.tsx';
import { filterFields } from '#web/kit/list/filter-fields.tsx';
import { type ListFilters, useListFilters } from '#web/kit/list/filters.ts';
import { ListFiltersForm } from '#web/kit/list/list-filters.tsx';
import { ListTable } from '#web/kit/list/list-table.tsx';
import { ResultCount, typedFilter } from '#web/kit/list/result-count.tsx';
import { useListPage } from '#web/kit/list/use-list-page.ts';
import { IconButton, LinkButton } from '#web/kit/ui/button.tsx';
import { Ellipsis, Undo2 } from '#web/kit/ui/display/icons.ts';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { Menu, MenuItem } from '#web/kit/ui/overlay/menu.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { RowCard } from '#web/kit/ui/table/row-card.tsx';
import { PayButtonLink, PayMenuLink } from '#web/money/pay-link.tsx';
import type { PaymentAction } from '#web/money/payment-action.ts';
import { usePaymentActions } from '#web/money/use-payment-actions.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { orderPath, paths } from '#web/paths.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import {
  appliedFilters,
  FILTER_LABELS,
  PAYMENT_FILTERS,
  type PaymentFilter,
  STATE_OPTIONS,
} from './payment-filters.ts';
import styles from './payments.module.css';

/** Most recently changed first (D2 §7). */
const LAST_CHANGED = { sort: 'mo.updated_at', direction: 'DESC' } as const;

const keyOf = ({ id }: Payment) => String(id);

/** Orders shown before expanding; a payment may contain hundreds. */
const INITIAL_COUNT = 5;

interface PaymentOrdersProps {
  payment: Payment;
  /** Which number of each order is shown. */
  by: 'order_id' | 'tracking_id';
}

/** The orders of a payment, each a link to its detail. */
function PaymentOrders({ payment, by }: PaymentOrdersProps) {
  const orders = payment.orders ?? [];
  if (orders.length === 0) return EMPTY_VALUE;
  return (
    <CollapsibleList items={orders} initialCount={INITIAL_COUNT} itemKey={({ tracking_id }) => tracking_id}>
      {(order) => (
        <Link
          className={by === 'order_id' ? 'name-link hyphenated-id' : 'name-link id-text'}
          to={orderPath(order.tracking_id)}
        >
          {order[by]}
        </Link>
      )}
    </CollapsibleList>
  );
}

interface PaymentStateProps {
  payment: Payment;
}

const PaymentBadge = ({ payment: { state } }: PaymentStateProps) =>
  state?.name ? <StateBadge state={state.name} /> : null;

/** The payment provider's detail of a payment, and a problem that needs attention. */
function PaymentNotice({ payment: { detail, attention } }: PaymentStateProps) {
  if (!detail && !attention) return null;
  return (
    <span className={styles.notice}>
      {detail && <span className="muted">{detail}</span>}
      {attention && <strong className="danger-text">{attention}</strong>}
    </span>
  );
}

interface PaymentActionHandlers {
  ask: (action: PaymentAction) => void;
}

/** Actions of a payment: none unless it is pending (D2 §2, §4), and no cancellation that its flag excludes (D2 §6). */
function PaymentActions({ payment, ask }: { payment: Payment } & PaymentActionHandlers) {
  const { id, state, payable, cancelable, init_point } = payment;
  const noPayments = usePermissionReason('payments');
  if (paymentStateId(state?.id) !== PENDING) return null;
  const address = payable && init_point;
  if (!address && cancelable === false) return null;
  return (
    <>
      {address && <PayButtonLink address={address}>Pagar</PayButtonLink>}
      <Menu
        trigger={
          <IconButton size="sm" label={`Más acciones del pago ${id}`} title="Más acciones" icon={<Ellipsis />} />
        }
      >
        {address && <PayMenuLink address={address} />}
        {cancelable !== false && (
          <MenuItem
            danger
            icon={<Undo2 />}
            disabledReason={noPayments}
            onSelect={() => ask({ kind: 'cancel', payment: { id }, of: String(id) })}
          >
            Cancelar pago
          </MenuItem>
        )}
      </Menu>
    </>
  );
}

/** A payment in the list on a phone. */
function PaymentCard({ payment, ...actionHandlers }: { payment: Payment } & PaymentActionHandlers) {
  return (
    <RowCard
      name={<>Pago {payment.id}</>}
      amount={<span className="nowrap">{dollarAmount(payment.amount)}</span>}
      footer={<PaymentBadge payment={payment} />}
      actions={<PaymentActions payment={payment} {...actionHandlers} />}
    >
      <p className="muted tabular-nums">{formatDate(payment.date)}</p>
      <PaymentOrders payment={payment} by="order_id" />
      <PaymentNotice payment={payment} />
    </RowCard>
  );
}

/** Columns of the payments (D2 §2). */
const paymentColumns = (actionHandlers: PaymentActionHandlers): Column<Payment>[] => [
  { id: 'id', header: 'ID', skeletonWidth: 60, cell: ({ id }) => <span className="id-text">{id}</span> },
  { id: 'date', header: 'Fecha de Pago', muted: true, skeletonWidth: 70, cell: ({ date }) => formatDate(date) },
  {
    id: 'state',
    header: 'Estado',
    wrap: true,
    skeletonWidth: 110,
    cell: (payment) => (
      <>
        <PaymentBadge payment={payment} />
        <PaymentNotice payment={payment} />
      </>
    ),
  },
  {
    id: 'order_id',
    header: 'Nro. de Orden Interno',
    skeletonWidth: 90,
    cell: (payment) => <PaymentOrders payment={payment} by="order_id" />,
  },
  {
    id: 'tracking_id',
    header: 'Nro. de Orden',
    skeletonWidth: 96,
    cell: (payment) => <PaymentOrders payment={payment} by="tracking_id" />,
  },
  { id: 'amount', header: 'Total', align: 'right', skeletonWidth: 80, cell: ({ amount }) => dollarAmount(amount) },
  {
    id: 'actions',
    header: 'Acciones',
    pin: 'right',
    skeletonWidth: 90,
    cell: (payment) => (
      <span className={styles.actions}>
        <PaymentActions payment={payment} {...actionHandlers} />
      </span>
    ),
  },
];

/** The search form of the payments (D2 §2). */
function PaymentsFiltersForm({ filters }: { filters: ListFilters<PaymentFilter> }) {
  const { text, select, day } = filterFields(filters, FILTER_LABELS);
  return (
    <ListFiltersForm
      filters={filters}
      applied={appliedFilters(filters.applied)}
      Preview={() => <ResultCount endpoint={listPayments} filter={typedFilter(filters, PAYMENT_FILTERS)} />}
    >
      {text('tracking_id')}
      {select('estado', STATE_OPTIONS)}
      {day('fechaDesde')}
      {day('fechaHasta')}
    </ListFiltersForm>
  );
}

/** The payments of a prepaid client (D2 §2). */
export default function Payments() {
  const navigate = useNavigate();
  const filters = useListFilters(PAYMENT_FILTERS);
  const list = useListPage(listPayments, filters, LAST_CHANGED);
  const { ask, dialog } = usePaymentActions();
  const count = list.total === undefined ? undefined : pluralize(list.total, 'pago', 'pagos');
  return (
    <>
      <PageHeader
        title="Pagos"
        // Reserves space for the count so that the layout does not shift.
        count={count ?? '\u00a0'}
      />
      <PaymentsFiltersForm filters={filters} />
      <ListTable
        label="Pagos"
        columns={paymentColumns({ ask })}
        list={list}
        filters={filters}
        count={count}
        rowKey={keyOf}
        emptyAction={<LinkButton to={paths.orders}>Ir a las órdenes</LinkButton>}
        // Payments have no detail page; the row opens the first order.
        onOpen={({ orders }) => orders?.[0] && navigate(orderPath(orders[0].tracking_id))}
        card={(payment) => <PaymentCard payment={payment} ask={ask} />}
      />
      {dialog}
    </>
  );
}
