import { formatDate, money } from '#shared/format.ts';
import type { OrderRow } from '#shared/orders/orders.ts';
import { type OrderActionHandlers, OrderMenu } from '#web/orders/order/order-actions.tsx';
import { orderPath } from '#web/paths.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { Link } from '#web/ui/link.tsx';
import { customerName, Labels, States } from './reverse-cells.tsx';
import styles from './reverse-orders.module.css';

/** Columns of the reverse-logistics list (D2 §2), with the labels of readings §4. */
export const reverseColumns = (actionHandlers: OrderActionHandlers): Column<OrderRow>[] => [
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
