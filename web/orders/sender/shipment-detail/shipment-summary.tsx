import type { ReactNode } from 'react';
import { dollarAmount, EMPTY_VALUE, formatDate } from '#shared/kit/text/format.ts';
import type { ShipmentDetail } from '#shared/orders/shipments.ts';
import { TABLET, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import { DescriptionList } from '#web/kit/ui/layout/panel.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { OutdatedLabel } from '#web/orders/print/outdated-label.tsx';
import { orderPath } from '#web/paths.ts';

/** Columns of the header table (D2 §2). */
const COLUMNS: readonly { header: string; cell: (shipment: ShipmentDetail) => ReactNode }[] = [
  { header: 'Envío', cell: ({ shipment_id }) => <span className="hyphenated-id strong">{shipment_id}</span> },
  { header: 'Orden', cell: (shipment) => <Order shipment={shipment} /> },
  {
    header: 'Fecha de Creación',
    cell: ({ registered }) => <span className="tabular-nums">{formatDate(registered)}</span>,
  },
  { header: 'Estado', cell: (shipment) => <State shipment={shipment} /> },
  {
    header: 'Costo de Envío',
    cell: ({ shipping_cost }) => <span className="tabular-nums nowrap">{dollarAmount(shipping_cost)}</span>,
  },
  { header: 'Modo de Entrega', cell: ({ delivery_mode }) => delivery_mode?.name || EMPTY_VALUE },
];

/** The shipment as a single table row, on phones and tablets as a description list. */
export function ShipmentSummary({ shipment }: { shipment: ShipmentDetail }) {
  const tablet = useMediaQuery(TABLET);
  if (tablet) {
    return <DescriptionList groups={[COLUMNS.map(({ header, cell }) => ({ term: header, value: cell(shipment) }))]} />;
  }
  return (
    <StaticTable
      caption="Datos del envío"
      columns={COLUMNS}
      rows={[shipment]}
      rowKey={({ shipment_id }) => shipment_id}
    />
  );
}

/** State of the shipment, with a badge when its label is outdated. */
function State({ shipment: { state, label_outdated } }: { shipment: ShipmentDetail }) {
  return (
    <>
      {state ? <StateBadge state={state} /> : EMPTY_VALUE} {label_outdated && <OutdatedLabel />}
    </>
  );
}

/** The client's order number, as a link when the gateway sends the tracking id. */
function Order({ shipment: { order_id, tracking_id } }: { shipment: ShipmentDetail }) {
  if (!tracking_id) return <span className="hyphenated-id">{order_id || EMPTY_VALUE}</span>;
  return (
    <Link className="name-link hyphenated-id" to={orderPath(tracking_id)}>
      {order_id}
    </Link>
  );
}
