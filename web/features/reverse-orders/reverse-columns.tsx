import { formatDate, money } from '#shared/format.ts';
import type { OrderRow } from '#shared/orders.ts';
import { type OrderDeeds, OrderMenu } from '#web/parts/order-list/order-actions.tsx';
import { orderPath } from '#web/paths.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { Link } from '#web/ui/link.tsx';
import { customerName, Labels, States } from './reverse-cells.tsx';
import styles from './reverse-orders.module.css';

/** Columns of the reverse-logistics list (D2 §2), with the labels of readings §4. */
export const reverseColumns = (deeds: OrderDeeds): Column<OrderRow>[] => [
  { id: 'date', header: 'Fecha de Creación', muted: true, bone: 70, cell: ({ date }) => formatDate(date) },
  {
    id: 'order_id',
    header: 'Nro. de Orden Interno',
    bone: 70,
    cell: ({ order_id, tracking_id }) => (
      <Link className="name-link hyphenated-id" to={orderPath(tracking_id)}>
        {order_id}
      </Link>
    ),
  },
  { id: 'state', header: 'Estado', bone: 120, cell: (order) => <States order={order} /> },
  {
    id: 'tracking_id',
    header: 'Nro. de Orden',
    bone: 120,
    cell: (order) => (
      <span className={styles.number}>
        <span className="id muted">{order.tracking_id}</span>
        <OrderMenu order={order} {...deeds} />
      </span>
    ),
  },
  { id: 'shippings', header: 'Envío', bone: 120, cell: (order) => <Labels order={order} printer={deeds.printer} /> },
  { id: 'rate_value', header: 'Costo de Envío', align: 'right', bone: 76, cell: ({ rate_value }) => money(rate_value) },
  {
    id: 'customer',
    header: 'Nombre y Apellido Cliente',
    bone: 130,
    cell: (order) => <span className={styles.customer}>{customerName(order)}</span>,
  },
];
