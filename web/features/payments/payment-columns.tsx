import { dollarAmount, formatDate } from '#shared/format.ts';
import type { Payment } from '#shared/payments.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { PaymentActions, type PaymentDeeds } from './payment-actions.tsx';
import { PaymentOrders } from './payment-orders.tsx';
import { PaymentBadge, PaymentNews } from './payment-state.tsx';
import styles from './payments.module.css';

/** Columns of the payments (D2 §2). */
export const paymentColumns = (deeds: PaymentDeeds): Column<Payment>[] => [
  { id: 'id', header: 'ID', bone: 60, cell: ({ id }) => <span className="id">{id}</span> },
  { id: 'date', header: 'Fecha de Pago', muted: true, bone: 70, cell: ({ date }) => formatDate(date) },
  {
    id: 'state',
    header: 'Estado',
    wrap: true,
    bone: 110,
    cell: (payment) => (
      <>
        <PaymentBadge payment={payment} />
        <PaymentNews payment={payment} />
      </>
    ),
  },
  {
    id: 'order_id',
    header: 'Nro. de Orden Interno',
    bone: 90,
    cell: (payment) => <PaymentOrders payment={payment} by="order_id" />,
  },
  {
    id: 'tracking_id',
    header: 'Nro. de Orden',
    bone: 96,
    cell: (payment) => <PaymentOrders payment={payment} by="tracking_id" />,
  },
  { id: 'amount', header: 'Total', align: 'right', bone: 80, cell: ({ amount }) => dollarAmount(amount) },
  {
    id: 'actions',
    header: 'Acciones',
    pin: 'right',
    bone: 90,
    cell: (payment) => (
      <span className={styles.actions}>
        <PaymentActions payment={payment} {...deeds} />
      </span>
    ),
  },
];
