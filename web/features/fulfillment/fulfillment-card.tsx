import { formatDate, NOTHING } from '#shared/format.ts';
import type { FulfillmentRow } from '#shared/fulfillment.ts';
import { FulfillmentBadge } from '#web/parts/warehouse/fulfillment-badge.tsx';
import { fulfillmentPath } from '#web/paths.ts';
import { RowCard } from '#web/ui/row-card.tsx';
import { DetailsButton, type FulfillmentDeeds, OrderOf } from './fulfillment-columns.tsx';

/** A fulfillment order as the phone lists it. */
export function FulfillmentCard({ row, open }: { row: FulfillmentRow } & FulfillmentDeeds) {
  return (
    <RowCard
      name={row.referencia || NOTHING}
      {...(row.referencia && { to: fulfillmentPath(row.referencia) })}
      figure={formatDate(row.fecha)}
      foot={
        <>
          <FulfillmentBadge estado={row.estado} />
          <span className="grow" />
          <DetailsButton row={row} open={open} quiet />
        </>
      }
    >
      <p className="muted">
        Orden <OrderOf row={row} />
      </p>
    </RowCard>
  );
}
