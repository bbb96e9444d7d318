import { EMPTY_VALUE, formatDate, money } from '#shared/kit/text/format.ts';
import type { ShipmentRow } from '#shared/orders/shipments.ts';
import { Link } from '#web/kit/ui/link.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { DueNote } from '#web/orders/order/due-note.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { PrintedCell } from '#web/orders/print/outdated-label.tsx';
import { shipmentPath } from '#web/paths.ts';
import { type ShipmentActionHandlers, ShipmentActions } from './shipment-actions.tsx';
import styles from './shipments.module.css';

/** Columns of the shipments list (D1 §2), with the labels of readings §4. */
export const shipmentColumns = (actionHandlers: ShipmentActionHandlers): Column<ShipmentRow>[] => [
  {
    id: 'date',
    header: 'Fecha de Creación',
    muted: true,
    drop: 2,
    skeletonWidth: 70,
    cell: ({ date }) => formatDate(date),
  },
  {
    id: 'order_id',
    header: 'Nro. de Orden Interno',
    skeletonWidth: 70,
    cell: ({ order_id }) => (
      <span className={`${styles.number} hyphenated-id`} title={order_id}>
        {order_id || EMPTY_VALUE}
      </span>
    ),
  },
  {
    id: 'tracking_id',
    drop: 1,
    header: 'Nro. de Orden',
    muted: true,
    skeletonWidth: 96,
    cell: ({ tracking_id }) => <span className="id-text">{tracking_id || EMPTY_VALUE}</span>,
  },
  {
    id: 'shipment',
    header: 'Envío',
    skeletonWidth: 110,
    cell: (shipment) => (
      <Link className="name-link hyphenated-id" to={shipmentPath(shipment)}>
        {shipment.shipment_id}
      </Link>
    ),
  },
  {
    id: 'state',
    header: 'Estado',
    skeletonWidth: 92,
    cell: ({ state, due }) => (
      <>
        {state ? <StateBadge state={state} /> : EMPTY_VALUE}
        <DueNote due={due} />
      </>
    ),
  },
  {
    id: 'receiver',
    header: 'Destinatario',
    skeletonWidth: 120,
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
    wrap: true,
    skeletonWidth: 90,
    cell: ({ delivery_mode }) => <span className={styles.mode}>{delivery_mode?.name || EMPTY_VALUE}</span>,
  },
  {
    id: 'items_value',
    drop: 2,
    header: 'Valor',
    align: 'right',
    skeletonWidth: 76,
    cell: ({ items_value }) => money(items_value),
  },
  {
    id: 'shipping_cost',
    header: 'Costo de Envío',
    align: 'right',
    skeletonWidth: 76,
    cell: ({ shipping_cost }) => money(shipping_cost),
  },
  {
    id: 'delivery_date',
    drop: 3,
    header: 'Fecha de Entrega',
    muted: true,
    skeletonWidth: 70,
    cell: ({ delivery_date }) => formatDate(delivery_date),
  },
  {
    id: 'printed',
    header: 'Impreso',
    skeletonWidth: 32,
    cell: (row) => <PrintedCell {...row} />,
  },
  {
    id: 'actions',
    header: 'Acciones',
    pin: 'right',
    skeletonWidth: 40,
    cell: (shipment) => <ShipmentActions shipment={shipment} {...actionHandlers} />,
  },
];
