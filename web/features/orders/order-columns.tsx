import { formatDate, money, NOTHING } from '#shared/format.ts';
import type { OrderRow } from '#shared/orders.ts';
import { OrderActions, type OrderDeeds } from '#web/parts/order-list/order-actions.tsx';
import { PrintedCell } from '#web/parts/print-button/outdated-label.tsx';
import { orderStateText } from '#web/parts/state-badge/order-state-text.ts';
import { StateBadge } from '#web/parts/state-badge/state-badge.tsx';
import { orderPath } from '#web/paths.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './orders.module.css';

/** Labels shown in a row; an order may have a hundred. */
const SHOWN = 3;

/** Columns of the orders list (D1 §2), with the labels of readings §4. */
export const orderColumns = (deeds: OrderDeeds): Column<OrderRow>[] => [
  { id: 'date', header: <>Fecha de Creación</>, muted: true, bone: 70, cell: ({ date }) => formatDate(date) },
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
  {
    id: 'tracking_id',
    header: 'Nro. de Orden',
    muted: true,
    bone: 96,
    cell: ({ tracking_id }) => <span className="id">{tracking_id}</span>,
  },
  { id: 'rate_value', header: 'Costo de Envío', align: 'right', bone: 76, cell: ({ rate_value }) => money(rate_value) },
  { id: 'shippings', header: 'Envío', bone: 104, cell: (order) => <Labels order={order} /> },
  { id: 'state', header: 'Estado', bone: 92, cell: (order) => <OrderState order={order} /> },
  {
    id: 'printed',
    header: 'Impreso',
    bone: 32,
    cell: (row) => <PrintedCell {...row} />,
  },
  {
    id: 'receiver',
    header: 'Destinatario',
    bone: 130,
    cell: ({ receiver }) => <span className={styles.receiver}>{receiver?.receiver_name || NOTHING}</span>,
  },
  {
    id: 'delivery_mode',
    header: 'Modo de Entrega',
    muted: true,
    bone: 120,
    cell: ({ delivery_mode }) => delivery_mode?.name || NOTHING,
  },
  {
    id: 'actions',
    header: 'Acciones',
    pin: 'right',
    bone: 40,
    cell: (order) => <OrderActions order={order} {...deeds} />,
  },
];

/** The one badge of an order's row. */
export function OrderState({ order }: { order: OrderRow }) {
  const state = orderStateText(order);
  return state === null ? NOTHING : <StateBadge state={state} />;
}

function Labels({ order }: { order: OrderRow }) {
  const labels = (order.shippings ?? []).map(({ shipment_id }) => shipment_id);
  if (labels.length === 0) return order.shippings_text || NOTHING;
  const hidden = labels.slice(SHOWN);
  return (
    <span className={`${styles.labels} ${labels.length > 1 ? styles.several : ''} hyphenated-id`}>
      {labels.slice(0, SHOWN).map((label) => (
        <span key={label}>{label}</span>
      ))}
      {hidden.length > 0 && <span title={hidden.join(', ')}>y {hidden.length} más</span>}
    </span>
  );
}
