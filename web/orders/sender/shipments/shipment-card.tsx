import { memo, type ReactNode } from 'react';
import { EMPTY_VALUE, formatDate, money } from '#shared/format.ts';
import type { ShipmentRow } from '#shared/orders/shipments.ts';
import { DueNote } from '#web/orders/order/due-note.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { PrintedNote } from '#web/orders/print/outdated-label.tsx';
import { shipmentPath } from '#web/paths.ts';
import { RowCard } from '#web/ui/row-card.tsx';
import { type ShipmentActionHandlers, ShipmentActions } from './shipment-actions.tsx';

interface ShipmentCardProps extends ShipmentActionHandlers {
  shipment: ShipmentRow;
  checkbox: ReactNode;
  /** Why the shipment can't be selected during a bulk action; null when it can. */
  blockedReason: string | null;
}

/** A shipment in the list on a phone. */
export const ShipmentCard = memo(function ShipmentCard({
  shipment,
  checkbox,
  blockedReason,
  ...actionHandlers
}: ShipmentCardProps) {
  return (
    <RowCard
      checkbox={checkbox}
      name={<span className="hyphenated-id">{shipment.shipment_id}</span>}
      to={shipmentPath(shipment)}
      amount={money(shipment.shipping_cost)}
      blockedReason={blockedReason}
      footer={
        <>
          {shipment.state && <StateBadge state={shipment.state} />}
          <PrintedNote {...shipment} />
        </>
      }
      actions={<ShipmentActions shipment={shipment} {...actionHandlers} />}
    >
      <p>{shipment.receiver?.receiver_name || EMPTY_VALUE}</p>
      <p className="muted tabular-nums">
        {shipment.order_id || EMPTY_VALUE} · {formatDate(shipment.date)}
      </p>
      <DueNote due={shipment.due} />
    </RowCard>
  );
});
