import { dollarAmount, formatDate } from '#shared/format.ts';
import type { Payment } from '#shared/money/payments.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { type PaymentActionHandlers, PaymentActions } from './payment-actions.tsx';
import { PaymentOrders } from './payment-orders.tsx';
import { PaymentBadge, PaymentNotice } from './payment-state.tsx';
import styles from './payments.module.css';

/** Columns of the payments (D2 §2). */
export const paymentColumns = (actionHandlers: PaymentActionHandlers): Column<Payment>[] => [
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
