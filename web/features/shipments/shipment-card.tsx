import { memo, type ReactNode } from 'react';
import { formatDate, money, NOTHING } from '#shared/format.ts';
import type { ShipmentRow } from '#shared/shipments.ts';
import { PrintedNote } from '#web/parts/print-button/outdated-label.tsx';
import { StateBadge } from '#web/parts/state-badge/state-badge.tsx';
import { shipmentPath } from '#web/paths.ts';
import { RowCard } from '#web/ui/row-card.tsx';
import { type RowDeeds, ShipmentActions } from './shipment-actions.tsx';

interface ShipmentCardProps extends RowDeeds {
  shipment: ShipmentRow;
  box: ReactNode;
  /** Why it can't be picked, while others are. */
  why: string | null;
}

/** A shipment as the phone lists it. */
export const ShipmentCard = memo(function ShipmentCard({ shipment, box, why, ...deeds }: ShipmentCardProps) {
  return (
    <RowCard
      box={box}
      name={<span className="hyphenated-id">{shipment.shipment_id}</span>}
      to={shipmentPath(shipment)}
      figure={money(shipment.shipping_cost)}
      why={why}
      foot={
        <>
          {shipment.state && <StateBadge state={shipment.state} />}
          <PrintedNote {...shipment} />
          <span className="grow" />
          <ShipmentActions shipment={shipment} {...deeds} />
        </>
      }
    >
      <p>{shipment.receiver?.receiver_name || NOTHING}</p>
      <p className="muted num">
        {shipment.order_id || NOTHING} · {formatDate(shipment.date)}
      </p>
    </RowCard>
  );
});
