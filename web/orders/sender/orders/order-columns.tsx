import { EMPTY_VALUE, formatDate, money } from '#shared/kit/text/format.ts';
import type { OrderRow } from '#shared/orders/orders.ts';
import { Link } from '#web/kit/ui/link.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { DueNote } from '#web/orders/order/due-note.tsx';
import { type OrderActionHandlers, OrderActions } from '#web/orders/order/order-actions.tsx';
import { orderStateText } from '#web/orders/order/order-state-text.ts';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { PrintedCell } from '#web/orders/print/outdated-label.tsx';
import { orderPath } from '#web/paths.ts';
import styles from './orders.module.css';

/** Maximum labels shown in a row; an order may have a hundred. */
const MAX_SHOWN_LABELS = 3;

/** Columns of the orders list (D1 §2), with the labels of readings §4. */
export const orderColumns = (actionHandlers: OrderActionHandlers): Column<OrderRow>[] => [
  {
    id: 'date',
    header: <>Fecha de Creación</>,
    muted: true,
    drop: 3,
    skeletonWidth: 70,
    cell: ({ date }) => formatDate(date),
  },
  {
    id: 'order_id',
    header: 'Nro. de Orden Interno',
    skeletonWidth: 70,
    cell: ({ order_id, tracking_id }) => (
      <Link className={`${styles.number} name-link hyphenated-id`} to={orderPath(tracking_id)} title={order_id}>
        {order_id}
      </Link>
    ),
  },
  {
    id: 'tracking_id',
    drop: 2,
    header: 'Nro. de Orden',
    muted: true,
    skeletonWidth: 96,
    cell: ({ tracking_id }) => <span className="id-text">{tracking_id}</span>,
  },
  {
    id: 'rate_value',
    header: 'Costo de Envío',
    align: 'right',
    skeletonWidth: 76,
    cell: ({ rate_value }) => money(rate_value),
  },
  { id: 'shippings', header: 'Envío', skeletonWidth: 104, cell: (order) => <Labels order={order} /> },
  {
    id: 'state',
    header: 'Estado',
    skeletonWidth: 92,
    cell: (order) => (
      <>
        <OrderState order={order} />
        <DueNote due={order.due} />
      </>
    ),
  },
  {
    id: 'printed',
    header: 'Impreso',
    skeletonWidth: 32,
    cell: (row) => <PrintedCell {...row} />,
  },
  {
    id: 'receiver',
    header: 'Destinatario',
    skeletonWidth: 130,
    cell: ({ receiver }) => (
      <span className={styles.receiver} title={receiver?.receiver_name}>
        {receiver?.receiver_name || EMPTY_VALUE}
      </span>
    ),
  },
  {
    id: 'delivery_mode',
    drop: 1,
    header: 'Modo de Entrega',
    muted: true,
    skeletonWidth: 120,
    cell: ({ delivery_mode }) => delivery_mode?.name || EMPTY_VALUE,
  },
  {
    id: 'actions',
    header: 'Acciones',
    pin: 'right',
    skeletonWidth: 40,
    cell: (order) => <OrderActions order={order} {...actionHandlers} />,
  },
];

/** The state of an order's row. One with an incident colours the row's edge. */
export function OrderState({ order }: { order: OrderRow }) {
  const state = orderStateText(order);
  return (
    <span data-incident={order.order_state?.name === 'Con Incidencia' || undefined}>
      {state === null ? EMPTY_VALUE : <StateBadge state={state} />}
      {order.incident && <span className="row-line muted">{order.incident}</span>}
    </span>
  );
}

function Labels({ order }: { order: OrderRow }) {
  const labels = (order.shippings ?? []).map(({ shipment_id }) => shipment_id);
  if (labels.length === 0) return order.shippings_text || EMPTY_VALUE;
  const hidden = labels.slice(MAX_SHOWN_LABELS);
  return (
    <span className={`${styles.labels} ${labels.length > 1 ? styles.several : ''} hyphenated-id`}>
      {labels.slice(0, MAX_SHOWN_LABELS).map((label) => (
        <span key={label}>{label}</span>
      ))}
      {hidden.length > 0 && <span title={hidden.join(', ')}>y {hidden.length} más</span>}
    </span>
  );
}
